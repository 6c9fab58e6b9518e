// The totem base: a bottom, four pressure foils on posts, a top plate that rests on nothing else. Millimetres.
// Laser or saw the two discs (drawing: base-outline.svg), print the posts; everything else is glue.
top_d       = 90;    // top plate: the totem of the box stands on it with room for a hand's edge
bottom_d    = 110;   // bottom: wide enough that a knock tips the totem, not the base
plate_h     = 4;     // plywood or acrylic
foil_d      = 18.3;  // Interlink FSR 402: 18.28 mm across, 12.7 mm active
foil_h      = 0.5;   // 0.46 mm
post_d      = 12;    // carries the top plate on the active part of a foil
post_h      = 3;
foil_r      = 32;    // from the middle to the middle of each foil
piezo_d     = 27;    // disc, glued flat under the top plate, in the middle
rim_h       = 9;     // keeps the plate from sliding; 0.5 mm of play all round
play        = 0.5;
cable_w     = 8;
strip_w     = 10;    // WS2812B strip, 60 lamps a metre: 12 of them, 200 mm, upright round the rim
strip_h     = 2.5;
strip_l     = 200;
part        = "all"; // "all", "post", "rim"

module disc(d, h) cylinder(d = d, h = h, $fn = 128);
module around(n, r) for (i = [0 : n - 1]) rotate(i * 360 / n) translate([r, 0, 0]) children();
module post() disc(post_d, post_h);
module rim() difference() {
    disc(top_d + 2 * play + 4, rim_h);
    translate([0, 0, -1]) disc(top_d + 2 * play, rim_h + 2);
    translate([top_d / 2 - 5, -cable_w / 2, -1]) cube([20, cable_w, rim_h + 2]);
}
module strip() rotate(cable_w) rotate_extrude(angle = strip_l / (top_d + 2 * play + 4 + strip_h) * 360 / PI, $fn = 128)
    translate([top_d / 2 + play + 2, 0]) square([strip_h, strip_w]);
if (part == "post") post();
else if (part == "rim") rim();
else {
    color("tan") disc(bottom_d, plate_h);
    translate([0, 0, plate_h]) {
        rim();
        around(4, foil_r) { color("silver") disc(foil_d, foil_h); translate([0, 0, foil_h]) post(); }
        color("white") strip();
        translate([0, 0, foil_h + post_h]) color("burlywood", 0.6) disc(top_d, plate_h);
    }
}
