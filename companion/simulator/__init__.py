"""A table that is not there: draws camera frames, moves pieces and hands, makes people's mistakes.

It knows the truth and never tells it to the referee: the app sees its pictures only, and sends it what its
lamps show. From a game to a picture, file by file:

    kit, setting    a game's box (art, hidden cards, mistakes, in its own folder), and a table set up with it
    people          play a real match with real hidden cards; mistakes are made, told and put right
    tabletop        what lies where, and the single carries that lead from one position to the next
    hands           the carries as movements in time
    scene           one moment: pieces, hand, cup, lamps, a mat that was pushed
    profiles        the light, the camera's place and film
    render          scene -> picture (camera, matting, solids, hand, props draw; film develops)
    clips           a whole game as a clip with its truth
    live, server    a game in real time as a network camera on 127.0.0.1; lamps: what the app shows there
    truth_file      what really happened, kept in a file while a table is played
"""
