// A hand pad: two foils of copper or aluminium tape on card, held apart by foam; the hand closes them. Millimetres.
pad_w   = 90;    // a child's palm, and an adult's fingers
pad_l   = 110;
corner  = 12;
foam_w  = 8;     // strip of 3 mm foam all round, and the grid in the middle
foam_h  = 3;
hole    = 22;    // cells of the foam grid: smaller ones need a firmer hand
card_h  = 1;

module plate(h) linear_extrude(h) offset(r = corner) square([pad_w - 2 * corner, pad_l - 2 * corner], center = true);
module foam() difference() {
    plate(foam_h);
    for (x = [-1 : 1], y = [-1 : 1])
        translate([x * (hole + foam_w / 2), y * (hole + foam_w), foam_h / 2]) cube([hole, hole, foam_h + 1], center = true);
}
color("white") plate(card_h);
color("gray") translate([0, 0, card_h]) foam();
color("white", 0.5) translate([0, 0, card_h + foam_h]) plate(card_h);
