"""A simulated table: it draws camera frames, moves pieces and hands, and makes the mistakes of people.

The simulator knows the true position and never tells it to the referee. The app gets only the pictures, as
from a real camera, and sends back what its lamps show. From a game to a picture, file by file:

    kit             a game's box: art, hidden cards and mistakes, from the game's own folder
    setting         a table that is set up with a box
    people          play a real match with real hidden cards; they make mistakes and put them right
    tabletop        what lies where, and which pieces a hand carries to reach the next position
    hands           the carries as movements in time
    scene           one moment: where pieces, hand, cup and lamps are, and how far the mat was pushed
    profiles        the light, the camera's place and film
    render          scene -> picture (camera, matting, solids, hand, props draw; film adds exposure and noise)
    clips           a whole game as a clip with its truth
    live, server    a game in real time as a network camera on 127.0.0.1; lamps: what the app shows there
    truth_file      what really happened, kept in a file while a table is played
"""
