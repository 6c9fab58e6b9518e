// A hand pad: two foils of copper or aluminium tape on card, held apart by mounting tape; the hand bends the thin upper card until
// they touch. Over a round hole clamped at its edge a force P bends a plate by P r^2 / (16 pi D), D = E t^3 / 12 (1 - v^2):
// 3 N on card of 0.3 mm (E = 3 GPa) over 22 mm is 1 mm; a stiff card, or foam of 3 mm, would never close. Millimetres.
pad_w   = 90;    // a child's palm, and an adult's fingers
pad_l   = 110;
corner  = 12;
foam_w  = 8;     // a strip all round, and the grid in the middle
foam_h  = 0.8;   // double-sided mounting tape
hole    = 22;    // cells of the foam grid: smaller ones need a firmer hand
card_h  = 1;     // below: stiff
top_h   = 0.3;   // above: index card; it must bend

module plate(h) linear_extrude(h) offset(r = corner) square([pad_w - 2 * corner, pad_l - 2 * corner], center = true);
module foam() difference() {
    plate(foam_h);
    for (x = [-1 : 1], y = [-1 : 1])
        translate([x * (hole + foam_w / 2), y * (hole + foam_w), foam_h / 2]) cube([hole, hole, foam_h + 1], center = true);
}
color("white") plate(card_h);
color("gray") translate([0, 0, card_h + 0.005]) foam();
color("white", 0.5) translate([0, 0, card_h + foam_h + 0.01]) plate(top_h);
