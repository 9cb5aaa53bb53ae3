import type { Person } from './avatarPerson.ts';
import { alpha, darken, lighten } from './colour.ts';
import { num } from './svg.ts';

const suits = ['#2f3d52', '#3f4a4f', '#5b4636', '#1f4e52', '#6a3b45', '#40573f', '#28303d'];
const tops = ['#ffffff', '#f3e7d4', '#dfe9f0', '#e9705a', '#f2c46b', '#8fb8a8', '#d98fa0'];

export function drawBody({ drawing, rng, skin, isFeminine }: Person): void {
  const suit = rng.pick(suits);
  const top = rng.pick(tops);
  const w = isFeminine ? 122 : 142;
  const neck = isFeminine ? 27 : 34;
  const shoulders = (grow: number) =>
    `M${200 - w - grow} 400C${200 - w - grow} 338 ${200 - w * 0.72} 322 ${200 - neck - 18} 304H${200 + neck + 18}C${200 + w * 0.72} 322 ${200 + w + grow} 338 ${200 + w + grow} 400Z`;
  const outfit = rng.int(0, 3);
  const cloth =
    outfit === 0 || outfit === 1 ? suit : outfit === 2 ? top : rng.pick(['#f4efe2', '#e9dfc6', ...tops]);
  drawing.path(
    shoulders(0),
    drawing.horizontal(darken(cloth, 0.06), lighten(cloth, 0.08), darken(cloth, 0.18)),
  );
  const neckShape = `M${200 - neck} 240V300Q${200 - neck} 316 ${200 - neck - 12} 318Q200 372 ${200 + neck + 12} 318Q${200 + neck} 316 ${200 + neck} 300V240Z`;
  if (outfit <= 1) drawing.path(`M${200 - neck - 16} 306L200 392L${200 + neck + 16} 306L200 300Z`, top);
  drawing.path(neckShape, drawing.vertical(darken(skin, 0.2), skin));
  drawing.path(
    `M${200 - neck} 262Q200 312 ${200 + neck} 262V240H${200 - neck}Z`,
    alpha(darken(skin, 0.45), 0.42),
  );
  if (outfit <= 1) {
    const collar = darken(top, 0.05);
    if (!isFeminine || outfit === 1) {
      drawing.path(`M${200 - neck - 16} 302L200 350L${200 - 26} 372L${200 - neck - 28} 314Z`, collar);
      drawing.path(
        `M${200 + neck + 16} 302L200 350L${200 + 26} 372L${200 + neck + 28} 314Z`,
        darken(collar, 0.07),
      );
    }
    if (!isFeminine && outfit === 0) {
      const tie = rng.pick(['#b9473a', '#3f6f8a', '#c49a3f', '#5f6f4a']);
      drawing.path(
        'M190 348H210L206 366L216 400H184L194 366Z',
        drawing.horizontal(lighten(tie, 0.1), darken(tie, 0.15)),
      );
    }
    for (const side of [-1, 1]) {
      const x = (dx: number) => num(200 + side * dx);
      drawing.path(
        `M${x(neck + 18)} 300L${x(neck + 48)} 318L${x(56)} 362L${x(66)} 372L${x(8)} 400H${x(0)}L${x(neck - 4)} 352Z`,
        side < 0 ? lighten(cloth, 0.12) : darken(cloth, 0.1),
      );
    }
  } else if (outfit === 2) {
    drawing.path(
      `M${200 - neck - 20} 303Q200 384 ${200 + neck + 20} 303L${200 + neck + 10} 309Q200 370 ${200 - neck - 10} 309Z`,
      darken(cloth, 0.16),
    );
    if (isFeminine && rng.chance(0.7)) {
      drawing.stroke(`M${200 - neck - 4} 316Q200 366 ${200 + neck + 4} 316`, '#e2c06a', 2.4);
      drawing.circle(200, 342, 4.5, '#f4dc92');
    }
  } else {
    for (const side of [-1, 1]) {
      const x = (dx: number) => num(200 + side * dx);
      drawing.path(
        `M${x(0)} 344L${x(neck + 14)} 302L${x(neck + 34)} 312L${x(22)} 366Z`,
        darken(cloth, side < 0 ? 0.03 : 0.11),
      );
      drawing.stroke(`M${x(42)} 340V400M${x(56)} 334V400`, darken(cloth, 0.14), 2.2, {
        'stroke-dasharray': '5 4',
        opacity: 0.7,
      });
    }
    drawing.stroke('M200 346V400', darken(cloth, 0.18), 2);
  }
}
