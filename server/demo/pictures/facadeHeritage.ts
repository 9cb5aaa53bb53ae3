import { darken, lighten } from './colour.ts';
import { drawRoof, drawWindow, groundShadow, type SeenWall, shadeBelow } from './facadeKit.ts';
import { glazing, type HouseSite, raise } from './facadeParts.ts';
import type { Light } from './light.ts';
import type { Rng } from './rng.ts';

/** After the old bahay na bato: stone below, a jutting timber floor with capiz windows above. */
export function drawHeritageHouse(site: HouseSite): void {
  const { stage, light, rng, look } = site;
  groundShadow(stage, { x: -6, y: 0, z: -0.6, w: 12.4, h: 6.6, d: 9 }, light);
  drawRoof(stage, { x: -7.2, y: 6.6, z: -1.5, w: 14.4, h: 3.4, d: 11.2 }, 0.05, look.roof, light);
  const upper = raise(site, { x: -6.1, y: 3.3, z: -0.4, w: 12.2, h: 3.3, d: 9 }, look.wood);
  for (const wall of [upper.front, upper.side]) if (wall) drawCapiz(site, wall);
  shadeBelow(upper.front, 0, 12.2, 3.3, 0.5, light);
  const stone = raise(site, { x: -5.6, y: 0, z: 0.4, w: 11.2, h: 3.3, d: 8 }, '#cdbfa6');
  drawStones(stone.front, 11.2, 3.3, light, rng);
  if (stone.side) drawStones(stone.side, stone.side.length, 3.3, light, rng);
  const { face, exposure } = stone.front;
  stage.drawing.path(face.arch(4.3, 0, 6.9, 2.95), light.tone('#e6dcc8', exposure));
  stage.drawing.path(face.arch(4.5, 0, 6.7, 2.75), light.tone(look.wood, exposure));
  face.rect(5.55, 0, 5.65, 2.6, light.tone(darken(look.wood, 0.4), exposure));
  for (const u of [1.3, 8.3]) {
    drawWindow(
      stone.front,
      u,
      0.9,
      u + 1.6,
      2.5,
      light,
      rng,
      glazing(site, { panes: 4, hasSill: true, frame: '#e6dcc8' }),
    );
  }
  if (stone.side)
    drawWindow(stone.side, 3, 0.9, 4.7, 2.5, light, rng, glazing(site, { panes: 4, frame: '#e6dcc8' }));
  shadeBelow(stone.front, 0, 11.2, 3.3, 0.7, light);
}

function drawStones(
  { face, exposure }: SeenWall,
  length: number,
  height: number,
  light: Light,
  rng: Rng,
): void {
  const stones: string[] = [];
  for (let row = 0; row < 7; row++) {
    for (let u = row % 2 ? 0 : -0.5; u < length; u += 1) {
      if (rng.chance(0.45))
        stones.push(
          face.quad(
            Math.max(0, u + 0.04),
            (row * height) / 7 + 0.03,
            Math.min(length, u + 0.96),
            ((row + 1) * height) / 7 - 0.03,
          ),
        );
    }
  }
  face.stage.drawing.path(stones.join(''), light.tone('#a8997f', exposure), { opacity: 0.38 });
}

/** Sliding capiz screens between timber posts, small shutters beneath. */
function drawCapiz({ look, light, rng }: HouseSite, wall: SeenWall): void {
  const { face, length, exposure } = wall;
  const { drawing } = face.stage;
  const bays = Math.round(length / 2.4);
  const bay = length / bays;
  const pale = light.isDusk ? '#ffdca0' : light.tone('#f3ead6', exposure);
  let lattice = '';
  for (let b = 0; b < bays; b++) {
    const [u0, u1] = [b * bay + 0.2, (b + 1) * bay - 0.2];
    const opening = rng.chance(0.4) ? 0.5 : 1;
    face.rect(u0, 1.15, u1, 2.75, light.isDusk ? '#ffc874' : light.tone('#4a3a30', exposure * 0.6));
    face.rect(u0, 1.15, u0 + (u1 - u0) * opening, 2.75, drawing.vertical(pale, darken(pale, 0.08)));
    for (let i = 1; i < 7 * opening; i++)
      lattice += face.quad(u0 + ((u1 - u0) * i) / 7, 1.15, u0 + ((u1 - u0) * i) / 7 + 0.035, 2.75);
    for (let j = 1; j < 6; j++)
      lattice += face.quad(u0, 1.15 + 0.27 * j, u0 + (u1 - u0) * opening, 1.18 + 0.27 * j);
    face.rect(u0, 0.25, u1, 0.95, light.tone(darken(look.wood, 0.25), exposure));
    let balusters = '';
    for (let u = u0 + 0.08; u < u1; u += 0.2) balusters += face.quad(u, 0.25, u + 0.08, 0.95);
    drawing.path(balusters, light.tone(lighten(look.wood, 0.28), exposure));
  }
  drawing.path(lattice, light.tone(look.wood, exposure), { opacity: 0.7 });
  face.rect(0, 1, length, 1.12, light.tone(lighten(look.wood, 0.2), exposure), 0.12);
  face.rect(0, -0.06, length, 0.14, light.tone(lighten(look.wood, 0.12), exposure), 0.12);
}
