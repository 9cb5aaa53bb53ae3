import type { Rng } from '#server/demo/random.ts';
import { Camera, type P3, type SolidPaint, Stage } from './camera.ts';
import { type Light, pickLight } from './light.ts';
import { type RoomLook, roomLooks } from './roomLook.ts';
import type { ViewKind } from './scenery.ts';
import { alpha, Drawing, darken, HEIGHT, lighten, mix, num, type P2, WIDTH } from './svg.ts';

/** A room seen from its open side: x across, z to the back wall, metres. */
export interface Room {
  stage: Stage;
  drawing: Drawing;
  rng: Rng;
  look: RoomLook;
  light: Light;
  view: ViewKind;
  w: number;
  h: number;
  d: number;
  /** The side the daylight comes from. */
  bright: -1 | 1;
}

interface RoomSize {
  w: number;
  h: number;
  d: number;
}

function drawFloor(room: Room): void {
  const { stage, drawing, look, rng, w, d } = room;
  const [l, r] = [-w / 2, w / 2];
  stage.level(
    0,
    l,
    -2.1,
    r,
    d,
    drawing.between([0, HEIGHT], [0, 560], look.floor, mix(look.floor, look.wall, 0.3)),
  );
  if (look.floorKind === 'planks') {
    const step = 0.19;
    const tones: string[][] = [[], []];
    let seams = '';
    for (let x = l; x < r; x += step) {
      seams += stage.outline([
        [x, 0, -2.1],
        [x + 0.012, 0, -2.1],
        [x + 0.012, 0, d],
        [x, 0, d],
      ]);
      for (let z = -2 + rng.next() * 1.2; z < d; z += rng.range(1.2, 1.9)) {
        const end = Math.min(d, z + 1.2);
        tones[rng.int(0, 3)]?.push(
          stage.outline([
            [x, 0, z],
            [x + step, 0, z],
            [x + step, 0, end],
            [x, 0, end],
          ]),
        );
      }
    }
    drawing.path((tones[0] ?? []).join(''), alpha(darken(look.floor, 0.3), 0.16));
    drawing.path((tones[1] ?? []).join(''), alpha('#fff0d8', 0.16));
    drawing.path(seams, alpha(darken(look.floor, 0.5), 0.4));
  } else {
    const step = look.floorKind === 'tiles' ? 0.5 : 0.9;
    let seams = '';
    const pale: string[] = [];
    for (let x = Math.floor(l / step) * step; x < r; x += step) {
      seams += stage.outline([
        [x, 0, -2.1],
        [x + 0.014, 0, -2.1],
        [x + 0.014, 0, d],
        [x, 0, d],
      ]);
      for (let z = -2; z < d; z += step)
        if (rng.chance(0.3))
          pale.push(stage.outline(quadLevel(x, z, Math.min(step, r - x), Math.min(step, d - z))));
    }
    for (let z = -2; z < d; z += step)
      seams += stage.outline([
        [l, 0, z],
        [r, 0, z],
        [r, 0, z + 0.016],
        [l, 0, z + 0.016],
      ]);
    drawing.path(pale.join(''), alpha('#ffffff', 0.17));
    drawing.path(seams, alpha(darken(look.floor, 0.45), 0.32));
    if (look.floorKind === 'marble') drawVeins(room);
  }
  stage.level(
    0.001,
    l,
    -2.1,
    l + w * 0.25,
    d,
    drawing.horizontal(alpha('#1c1526', 0.16), alpha('#1c1526', 0)),
  );
  stage.level(
    0.001,
    r - w * 0.25,
    -2.1,
    r,
    d,
    drawing.horizontal(alpha('#1c1526', 0), alpha('#1c1526', 0.16)),
  );
}

const quadLevel = (x: number, z: number, w: number, d: number): P3[] => [
  [x, 0, z],
  [x + w, 0, z],
  [x + w, 0, z + d],
  [x, 0, z + d],
];

function drawVeins({ stage, drawing, look, rng, w, d }: Room): void {
  let lines = '';
  for (let i = 0; i < 14; i++) {
    let [x, z] = [rng.range(-w / 2, w / 2), rng.range(-1.5, d)];
    const points: P2[] = [stage.camera.project([x, 0, z])];
    for (let j = 0; j < 4; j++) {
      [x, z] = [
        Math.max(-w / 2, Math.min(w / 2, x + rng.range(-0.3, 0.5))),
        Math.min(d, z + rng.range(0.05, 0.4)),
      ];
      points.push(stage.camera.project([x, 0, z]));
    }
    lines += `M${points.map(([px, py]) => `${num(px)} ${num(py)}`).join('L')}`;
  }
  drawing.stroke(lines, darken(look.floor, 0.3), 1.6, { opacity: 0.3 });
}

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
    const [colour, opacity] = light.time === 'golden' ? ['#ffb765', 0.24] : ['#fff6dc', 0.16];
    const tones = [1, 0.32, 0].map((share) => alpha(colour, opacity * share));
    const [near, far] = bright < 0 ? [0, 900] : [WIDTH, WIDTH - 900];
    drawing.rect(0, 0, WIDTH, HEIGHT, drawing.between([near, 0], [far, 0], ...tones));
  }
  drawing.rect(0, HEIGHT - 200, WIDTH, 200, drawing.vertical(alpha('#1c1526', 0), alpha('#1c1526', 0.16)));
  return drawing.toString();
}
