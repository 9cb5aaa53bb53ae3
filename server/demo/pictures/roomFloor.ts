import type { P3 } from './camera.ts';
import { alpha, darken, mix } from './colour.ts';
import type { Room } from './roomSpace.ts';
import { HEIGHT, num, type P2 } from './svg.ts';

export function drawFloor(room: Room): void {
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
