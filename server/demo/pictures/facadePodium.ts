import type { Box, Stage } from './camera.ts';
import { alpha } from './colour.ts';
import { lampColour, seenWalls } from './facadeKit.ts';
import type { Light } from './light.ts';
import type { Rng } from './rng.ts';

export interface PodiumLook {
  wall: string;
  trim: string;
}

/** Shops and a lobby at street level under a canopy. */
export function drawPodium(stage: Stage, box: Box, look: PodiumLook, light: Light, rng: Rng): void {
  stage.box(
    { x: box.x - 0.4, y: box.h, z: box.z - 0.4, w: box.w + 0.8, h: 0.9, d: box.d + 0.8 },
    light.solid(look.trim),
  );
  stage.box(box, light.solid(look.wall));
  for (const wall of seenWalls(stage, box, light)) {
    const { face, length, exposure } = wall;
    const bays = Math.max(3, Math.round(length / 5));
    const bay = length / bays;
    const shop = light.isDusk
      ? stage.drawing.vertical('#ffe2a3', '#f7b65e')
      : stage.drawing.vertical(
          light.tone('#8fb4bf', exposure),
          light.tone('#3f5f6c', exposure),
          light.tone('#c9a878', exposure * 0.7),
        );
    for (let b = 0; b < bays; b++) {
      const u = b * bay;
      face.rect(u + 0.4, 0, u + bay - 0.4, 4.2, shop);
      for (let i = 1; i < 3; i++)
        face.rect(
          u + (bay * i) / 3 - 0.07,
          0,
          u + (bay * i) / 3 + 0.07,
          4.2,
          light.tone('#3a4048', exposure),
        );
      face.rect(u + 0.4, 3.7, u + bay - 0.4, 4.2, alpha(light.shadowColour, 0.4));
      for (let level = 5.4; level + 1.6 < box.h; level += 3.1) {
        const isLit = rng.chance(light.lamps);
        face.rect(
          u + 0.7,
          level,
          u + bay - 0.7,
          level + 1.7,
          isLit ? lampColour(rng) : light.tone('#54707f', exposure),
        );
        face.rect(u + 0.7, level + 1.4, u + bay - 0.7, level + 1.7, alpha(light.shadowColour, 0.35));
      }
    }
  }
  stage.box(
    { x: box.x - 0.4, y: box.h, z: box.z - 0.4, w: box.w + 0.8, h: 0.9, d: box.d + 0.8 },
    light.solid(look.trim),
  );
  stage.box({ x: box.x - 1, y: 4.4, z: box.z - 2.6, w: box.w + 2, h: 0.5, d: 2.6 }, light.solid(look.trim));
}
