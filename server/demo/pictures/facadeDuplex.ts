import { darken, lighten } from './colour.ts';
import {
  drawCladding,
  drawRailing,
  drawRoof,
  drawSlab,
  drawWindow,
  groundShadow,
  shadeBelow,
} from './facadeKit.ts';
import { drawDoor, drawGable, glazing, type HouseSite, raise } from './facadeParts.ts';

/** Two homes under one roof, each the mirror of the other. */
export function drawDuplexHouse(site: HouseSite, style: 'flat' | 'gabled'): void {
  const { stage, light, rng, look } = site;
  groundShadow(stage, { x: -7.6, y: 0, z: -1, w: 15.2, h: 6.6, d: 9 }, light);
  if (style === 'flat') {
    for (const x of [-8, 0.1])
      drawSlab(stage, { x, y: 6.2, z: -1, w: 7.9, h: 0.34, d: 10 }, lighten(look.wall, 0.45), light);
  } else {
    drawRoof(stage, { x: -7.9, y: 6.2, z: -0.8, w: 15.8, h: 2.6, d: 10 }, 0.15, look.roof, light);
    for (const x of [-7, 2.6]) drawGable(site, { x, y: 6.2, z: -1.1, w: 4.4, h: 1.8, d: 4 });
  }
  const body = raise(site, { x: -7.2, y: 0, z: 0, w: 14.4, h: 6.2, d: 8.4 }, look.wall);
  const { front } = body;
  for (const home of [0, 1]) {
    const u = (from: number, to: number): [number, number] =>
      home === 0 ? [from, to] : [14.4 - to, 14.4 - from];
    const [c0, c1] = u(0.6, 3.6);
    drawWindow(front, c0, 0.3, c1, 2.5, light, rng, glazing(site, { panes: 3 }));
    const [d0] = u(4.5, 5.75);
    const [w0, w1] = u(4, 6.3);
    drawCladding(front, w0, 0, w1, 3, look.wood, light);
    drawDoor(site, front, d0, 0.25, 1.25, 2.3);
    const [e0, e1] = u(0.8, 3.4);
    drawWindow(front, e0, 3.7, e1, 5.6, light, rng, glazing(site, { panes: 2, hasSill: true }));
    const [g0, g1] = u(4.3, 6.3);
    front.face.rect(g0 - 0.3, 3.3, g1 + 0.3, 6.2, light.tone(look.second, front.exposure));
    drawWindow(front, g0, 3.5, g1, 5.6, light, rng, glazing(site, { panes: 2 }));
  }
  if (body.side) {
    drawWindow(body.side, 2, 3.8, 4, 5.4, light, rng, glazing(site, { hasSill: true }));
    drawWindow(body.side, 4.6, 0.9, 6.4, 2.5, light, rng, glazing(site, { hasSill: true }));
  }
  front.face.rect(7.05, 0, 7.35, 6.2, light.tone(darken(look.second, 0.15), 0.7), 0.15);
  shadeBelow(front, 0, 14.4, 6.2, 0.5, light);
  for (const x of [-3.4, 0.7]) {
    shadeBelow(front, x + 7.2, x + 9.9, 3, 0.5, light);
    drawSlab(stage, { x, y: 3, z: -1.3, w: 2.7, h: 0.24, d: 1.3 }, lighten(look.wall, 0.4), light);
    drawRailing(
      stage,
      { x, y: 3, z: -1.3, w: 2.7, h: 0.24, d: 1.3 },
      light,
      style === 'flat' ? 'glass' : 'bars',
      look.frame,
    );
  }
}
