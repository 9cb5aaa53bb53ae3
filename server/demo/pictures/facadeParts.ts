import type { Box, P3, Stage } from './camera.ts';
import { darken, lighten } from './colour.ts';
import { glassPaint, type SeenWall, seenWalls, type WindowLook } from './facadeKit.ts';
import type { Light } from './light.ts';
import type { Rng } from './rng.ts';

export interface HouseLook {
  wall: string;
  second: string;
  wood: string;
  roof: string;
  frame: string;
  door: string;
}

export interface HouseSite {
  stage: Stage;
  light: Light;
  rng: Rng;
  look: HouseLook;
}

interface Walls {
  front: SeenWall;
  side?: SeenWall;
}

/** Draws a plain volume and hands back its visible walls. */
export function raise(site: HouseSite, box: Box, colour: string): Walls {
  const { stage, light } = site;
  stage.box(box, light.solid(colour));
  const walls = seenWalls(stage, box, light);
  const front = walls.find((wall) => wall.isFront);
  if (!front) throw new Error('A box always shows its front');
  front.face.rect(0, 0, front.length, 0.35, light.tone(darken(colour, 0.2), 0.6));
  return { front, side: walls.find((wall) => !wall.isFront) };
}

/** A window look for this site; lamps are on in some rooms after sunset. */
export function glazing(site: HouseSite, extra: Partial<WindowLook> = {}): WindowLook {
  const { stage, light, rng, look } = site;
  const horizon = stage.camera.settings.centre[1];
  return {
    frame: look.frame,
    glass: glassPaint(stage, light, 0.6, horizon - 320, horizon + 60),
    isLit: rng.chance(light.isDusk ? 0.8 : light.lamps),
    ...extra,
  };
}

export function drawDoor(
  site: HouseSite,
  wall: SeenWall,
  u: number,
  v: number,
  width: number,
  height: number,
): void {
  const { light, look } = site;
  const tone = (colour: string, k = 1) => light.tone(colour, wall.exposure * k);
  wall.face.rect(u - 0.12, v, u + width + 0.12, v + height + 0.12, tone(look.frame));
  wall.face.rect(u, v, u + width, v + height, tone(look.door));
  for (const [from, to] of [
    [0.12, 0.45],
    [0.53, 0.88],
  ] as const) {
    wall.face.rect(
      u + width * 0.16,
      v + height * from,
      u + width * 0.84,
      v + height * to,
      tone(darken(look.door, 0.22)),
    );
  }
  wall.face.rect(u + width * 0.82, v + height * 0.46, u + width * 0.88, v + height * 0.54, tone('#e5c77a'));
  wall.face.rect(u - 0.3, 0, u + width + 0.3, Math.max(0.06, v), tone('#cfc5b6'), 0.35);
}

/** A roof whose triangle faces the viewer. */
export function drawGable({ stage, light, look }: HouseSite, { x, y, z, w, h, d }: Box): void {
  const ridge: P3 = [x + w / 2, y + h, z];
  const ridgeBack: P3 = [x + w / 2, y + h, z + d];
  const eye = stage.camera.settings;
  stage.level(y, x, z, x + w, z + d, light.tone(darken(look.wood, 0.4), 0.1));
  const slope = (edge: number, exposure: number) => {
    const paint = light.tone(look.roof, exposure);
    stage.fill(
      [[edge, y, z], ridge, ridgeBack, [edge, y, z + d]],
      stage.drawing.vertical(lighten(paint, 0.1), paint),
    );
  };
  if (eye.x < x + w / 2) slope(x, light.side < 0 ? 1 : 0.3);
  if (eye.x >= x + w / 2) slope(x + w, light.side > 0 ? 1 : 0.3);
  stage.fill([[x, y, z], [x + w, y, z], ridge], light.tone(look.wall, 0.74));
  const slats = [0.25, 0.45].map((t) =>
    stage.outline([
      [x + w * (0.5 - 0.3 * (1 - t)), y + h * t, z - 0.02],
      [x + w * (0.5 + 0.3 * (1 - t)), y + h * t, z - 0.02],
    ]),
  );
  const scale = stage.camera.scaleAt([x, y, z]);
  stage.drawing.stroke(slats.join(''), light.tone(look.wood, 0.7), scale * 0.1);
  stage.drawing.stroke(
    `${stage.outline([[x, y, z], ridge])}${stage.outline([ridge, [x + w, y, z]])}`,
    light.tone(darken(look.roof, 0.12), 0.9),
    scale * 0.2,
  );
  stage.drawing.stroke(
    stage.outline([
      [x, y, z],
      [x + w, y, z],
    ]),
    light.tone(look.frame, 0.8),
    scale * 0.16,
  );
}
