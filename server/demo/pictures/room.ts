import { Camera, type SolidPaint, Stage } from './camera.ts';
import { alpha, darken, lighten, mix } from './colour.ts';
import { pickLight } from './light.ts';
import type { Rng } from './rng.ts';
import { drawFloor } from './roomFloor.ts';
import { roomLooks } from './roomLook.ts';
import type { Room, RoomSize } from './roomSpace.ts';
import { Drawing, HEIGHT, WIDTH } from './svg.ts';
import type { ViewKind } from './view.ts';

export function buildRoom(rng: Rng, view: ViewKind, { w, h, d }: RoomSize): Room {
  const drawing = new Drawing();
  const light = pickLight(rng, { morning: 4, noon: 3, golden: 3, dusk: 2 });
  const look = rng.pick(roomLooks);
  const shift = rng.range(-0.55, 0.55);
  const camera = new Camera({
    x: shift,
    y: 1.32,
    z: -2.3,
    focal: 985,
    centre: [WIDTH / 2 + shift * 40, 388],
  });
  return { stage: new Stage(drawing, camera), drawing, rng, look, light, view, w, h, d, bright: rng.side() };
}

/** Faces of a piece of furniture in this room's light. */
export function solid(room: Room, colour: string): SolidPaint {
  const [lit, dark] = [mix(colour, '#fff3da', 0.14), darken(colour, 0.26)];
  return {
    front: darken(colour, 0.09),
    left: room.bright < 0 ? lit : dark,
    right: room.bright > 0 ? lit : dark,
    top: mix(colour, '#fff6e6', 0.26),
    bottom: darken(colour, 0.45),
  };
}

export function drawShell(
  room: Room,
  options: { ceiling?: string; wall?: string; accentBack?: boolean } = {},
): void {
  const { stage, drawing, look, w, h, d } = room;
  const [l, r] = [-w / 2, w / 2];
  const wall = options.wall ?? look.wall;
  const back = options.accentBack ? look.accent : wall;
  const ceiling = options.ceiling ?? lighten(look.wall, 0.55);
  stage.level(h, l, -4, r, d, drawing.vertical(darken(ceiling, 0.06), darken(ceiling, 0.02)));
  drawFloor(room);
  const lit = mix(wall, '#fff2d8', 0.18);
  const shaded = darken(wall, 0.15);
  const side = (x: number, isBright: boolean) => {
    const [near, far] = isBright ? [darken(wall, 0.06), shaded] : [lit, darken(wall, 0.05)];
    stage.fill(
      [
        [x, 0, -4],
        [x, 0, d],
        [x, h, d],
        [x, h, -4],
      ],
      x < 0 ? drawing.horizontal(near, far) : drawing.horizontal(far, near),
    );
  };
  side(l, room.bright < 0);
  side(r, room.bright > 0);
  const [from, to] = [mix(back, '#fff2d8', 0.1), darken(back, 0.13)];
  stage.fill(
    [
      [l, 0, d],
      [r, 0, d],
      [r, h, d],
      [l, h, d],
    ],
    room.bright < 0 ? drawing.horizontal(from, to) : drawing.horizontal(to, from),
  );
  drawEdges(room);
  drawDownlights(room);
}

function drawDownlights({ stage, drawing, w, h, d, light }: Room): void {
  for (const x of [-w * 0.28, w * 0.28]) {
    for (const z of [d * 0.3, d * 0.82]) {
      const [sx, sy] = stage.camera.project([x, h, z]);
      const scale = stage.camera.scaleAt([x, h, z]);
      drawing.glow(sx, sy, scale * 0.42, scale * 0.12, '#ffe2ad', light.isDusk ? 0.8 : 0.45);
      stage.disc(x, h - 0.005, z, 0.075, '#fffaf0');
    }
  }
}

function drawEdges({ stage, drawing, look, w, h, d }: Room): void {
  const [l, r] = [-w / 2, w / 2];
  const dark = '#2a1c1a';
  stage.fill(
    [
      [l, h, d],
      [r, h, d],
      [r, h - 0.45, d],
      [l, h - 0.45, d],
    ],
    drawing.vertical(alpha(dark, 0.13), alpha(dark, 0)),
  );
  stage.fill(
    [
      [l, 0.5, d],
      [r, 0.5, d],
      [r, 0, d],
      [l, 0, d],
    ],
    drawing.vertical(alpha(dark, 0), alpha(dark, 0.13)),
  );
  const trim = lighten(look.wall, 0.45);
  stage.fill(
    [
      [l, 0, d - 0.02],
      [r, 0, d - 0.02],
      [r, 0.11, d - 0.02],
      [l, 0.11, d - 0.02],
    ],
    darken(trim, 0.04),
  );
  for (const x of [l, r])
    stage.fill(
      [
        [x, 0, -4],
        [x, 0, d],
        [x, 0.11, d],
        [x, 0.11, -4],
      ],
      darken(trim, 0.1),
    );
  for (const x of [l, r])
    stage.fill(
      [
        [x, h, -4],
        [x, h, d],
        [x, h - 0.09, d],
        [x, h - 0.09, -4],
      ],
      darken(trim, 0.06),
    );
  stage.fill(
    [
      [l, h, d - 0.02],
      [r, h, d - 0.02],
      [r, h - 0.09, d - 0.02],
      [l, h - 0.09, d - 0.02],
    ],
    darken(trim, 0.02),
  );
}

/** Evening warmth or daylight over the whole finished room. */
export function finishRoom(room: Room): string {
  const { drawing, light, bright } = room;
  if (light.isDusk) {
    drawing.rect(0, 0, WIDTH, HEIGHT, alpha('#3a2350', 0.16));
    drawing.glow(WIDTH / 2, 330, 760, 430, '#ffc67e', 0.2);
  } else {
    const x = bright < 0 ? 0 : WIDTH;
    drawing.glow(
      x,
      330,
      900,
      600,
      light.time === 'golden' ? '#ffb765' : '#fff6dc',
      light.time === 'golden' ? 0.3 : 0.2,
    );
  }
  drawing.rect(0, HEIGHT - 200, WIDTH, 200, drawing.vertical(alpha('#1c1526', 0), alpha('#1c1526', 0.16)));
  return drawing.toString();
}
