import { Rng } from '#server/demo/random.ts';
import { alpha, Drawing, darken, lighten, mix, num } from './svg.ts';

/** The person being drawn. */
export interface Person {
  drawing: Drawing;
  rng: Rng;
  skin: string;
  hair: string;
  isFeminine: boolean;
}

const suits = ['#2f3d52', '#3f4a4f', '#5b4636', '#1f4e52', '#6a3b45', '#40573f', '#28303d'];
const tops = ['#ffffff', '#f3e7d4', '#dfe9f0', '#e9705a', '#f2c46b', '#8fb8a8', '#d98fa0'];

function drawBody({ drawing, rng, skin, isFeminine }: Person): void {
  const suit = rng.pick(suits);
  const top = rng.pick(tops);
  const w = isFeminine ? 122 : 142;
  const neck = isFeminine ? 27 : 34;
  const shoulders = (grow: number) =>
    `M${200 - w - grow} 400C${200 - w - grow} 338 ${200 - w * 0.72} 322 ${200 - neck - 18} 304H${200 + neck + 18}C${200 + w * 0.72} 322 ${200 + w + grow} 338 ${200 + w + grow} 400Z`;
  const outfit = rng.int(0, 3);
  const cloth =
    outfit === 0 || outfit === 1 ? suit : outfit === 2 ? top : rng.pick(['#f4efe2', '#e9dfc6', ...tops]);
  drawing.path(shoulders(0), drawing.horizontal(darken(cloth, 0.06), lighten(cloth, 0.08), darken(cloth, 0.18)));
  const neckShape = `M${200 - neck} 240V300Q${200 - neck} 316 ${200 - neck - 12} 318Q200 372 ${200 + neck + 12} 318Q${200 + neck} 316 ${200 + neck} 300V240Z`;
  if (outfit <= 1) drawing.path(`M${200 - neck - 16} 306L200 392L${200 + neck + 16} 306L200 300Z`, top);
  drawing.path(neckShape, drawing.vertical(darken(skin, 0.2), skin));
  drawing.path(`M${200 - neck} 262Q200 312 ${200 + neck} 262V240H${200 - neck}Z`, alpha(darken(skin, 0.45), 0.42));
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

/** Hair behind the shoulders and head. */
function drawBackHair({ drawing, hair, rng }: Person, style: number): void {
  const paint = drawing.horizontal(darken(hair, 0.1), lighten(hair, 0.06), darken(hair, 0.2));
  if (style === 0)
    drawing.path('M112 170C104 70 296 70 288 170C296 230 318 300 296 356H104C82 300 104 230 112 170Z', paint);
  else if (style === 1)
    drawing.path(
      'M116 168C108 76 292 76 284 168C290 210 296 244 280 268C250 284 150 284 120 268C104 244 110 210 116 168Z',
      paint,
    );
  else if (style === 2)
    drawing.path(
      'M110 176C96 70 304 70 290 176C318 216 284 244 306 284C318 326 280 340 270 372H130C120 340 82 326 94 284C116 244 82 216 110 176Z',
      paint,
    );
  else if (style === 3) {
    drawing.circle(200, 70, 36, paint);
    drawing.path('M118 170C106 70 294 70 282 170V200H118Z', paint);
  } else {
    drawing.path('M118 170C106 70 294 70 282 170V204H118Z', paint);
    const side = rng.chance(0.5) ? 1 : -1;
    const x = (dx: number) => num(200 + side * dx);
    drawing.path(
      `M${x(60)} 150C${x(130)} 160 ${x(128)} 250 ${x(92)} 356C${x(78)} 376 ${x(58)} 366 ${x(62)} 340C${x(82)} 280 ${x(84)} 220 ${x(48)} 196Z`,
      paint,
    );
  }
}

function drawFrontHair({ drawing, hair, rng }: Person, style: number): void {
  const paint = drawing.vertical(lighten(hair, 0.14), hair);
  const part = rng.pick([-1, 1]);
  const x = (dx: number) => num(200 + part * dx);
  if (style === 1 && rng.chance(0.6)) {
    drawing.path(
      'M116 190C104 80 296 80 284 190C282 176 276 166 268 160Q200 170 132 160C124 166 118 176 116 190Z',
      paint,
    );
  } else if (style >= 3) {
    drawing.path(
      `M117 184C104 68 296 68 283 184C276 150 256 132 ${x(36)} 122C${x(-10)} 118 134 140 118 184Z`,
      paint,
    );
  } else {
    drawing.path(
      `M${x(30)} 106C${x(-46)} 108 ${x(-70)} 150 ${x(-78)} 210C${x(-98)} 190 ${x(-94)} 82 ${x(14)} 84C${x(104)} 82 ${x(96)} 190 ${x(80)} 208C${x(78)} 160 ${x(64)} 130 ${x(30)} 106Z`,
      paint,
    );
  }
  drawing.stroke(
    `M${x(-20)} 98C${x(-56)} 108 ${x(-74)} 132 ${x(-80)} 162M${x(24)} 98C${x(56)} 106 ${x(76)} 128 ${x(82)} 156`,
    lighten(hair, 0.3),
    3.4,
    { opacity: 0.4 },
  );
  if (rng.chance(0.6))
    for (const side of [-1, 1]) drawing.circle(200 + side * 80, 218, 5, rng.chance(0.5) ? '#f0d48a' : '#ffffff');
}

function drawShortHair({ drawing, hair, rng }: Person, style: number): void {
  const paint = drawing.vertical(lighten(hair, 0.16), hair, darken(hair, 0.1));
  const part = rng.pick([-1, 1]);
  const x = (dx: number) => num(200 + part * dx);
  const sides = `M118 196C112 168 114 146 122 134L136 150Q130 170 128 192ZM282 196C288 168 286 146 278 134L264 150Q270 170 272 192Z`;
  drawing.path(sides, darken(hair, 0.06));
  if (style === 0)
    drawing.path(
      `M${x(-80)} 166C${x(-100)} 92 ${x(-40)} 72 ${x(10)} 76C${x(74)} 74 ${x(98)} 112 ${x(80)} 166C${x(72)} 142 ${x(60)} 134 ${x(40)} 132C${x(0)} 130 ${x(-40)} 136 ${x(-58)} 124C${x(-68)} 136 ${x(-76)} 148 ${x(-80)} 166Z`,
      paint,
    );
  else if (style === 1)
    drawing.path(
      'M120 168C112 96 160 84 200 84S288 96 280 168C274 146 262 134 244 132Q200 126 156 132C138 134 126 146 120 168Z',
      paint,
    );
  else if (style === 2)
    drawing.path(
      `M${x(-80)} 164C${x(-94)} 108 ${x(-70)} 76 ${x(-10)} 66C${x(60)} 56 ${x(96)} 96 ${x(82)} 164C${x(76)} 146 ${x(68)} 136 ${x(58)} 128C${x(10)} 134 ${x(-30)} 122 ${x(-52)} 110C${x(-60)} 130 ${x(-76)} 142 ${x(-80)} 164Z`,
      paint,
    );
  else if (style === 3) {
    drawing.path(
      'M118 170C108 96 150 72 200 72S292 96 282 170C276 150 268 142 258 140Q250 152 236 138Q222 152 208 138Q190 152 176 138Q160 152 146 140C132 144 124 152 118 170Z',
      paint,
    );
  } else
    drawing.path('M122 160C118 100 156 88 200 88S282 100 278 160C270 136 252 122 200 122S130 136 122 160Z', paint);
  drawing.stroke(`M${x(-50)} 104C${x(-20)} 88 ${x(30)} 86 ${x(56)} 104`, lighten(hair, 0.32), 4, {
    opacity: 0.35,
  });
}

interface AvatarOptions {
  presentation?: 'feminine' | 'masculine';
}

const skins = ['#f2cda8', '#e8b88f', '#dca77c', '#cd9468', '#b97f55', '#a56d47'];
const hairs = ['#1f1a1c', '#2b211f', '#3a2a24', '#4b3328', '#5f4030'];
const grounds: [string, string][] = [
  ['#cfe3e1', '#8fbab8'],
  ['#f6dcc6', '#e2a988'],
  ['#dfe3f0', '#a5b1d3'],
  ['#f4e6b8', '#dcbd6c'],
  ['#e2ead6', '#a9bf94'],
  ['#f2d9dc', '#d39aa4'],
  ['#d8e4ee', '#86a9c4'],
];

/** A drawn head-and-shoulders portrait, 400 by 400. */
export function drawAvatar(seed: number, options: AvatarOptions = {}): string {
  const rng = new Rng(seed ^ 0x51a7);
  const isFeminine = options.presentation ? options.presentation === 'feminine' : rng.chance(0.5);
  const drawing = new Drawing(400, 400);
  const person: Person = { drawing, rng, skin: rng.pick(skins), hair: rng.pick(hairs), isFeminine };
  drawGround(person);
  const style = rng.int(0, 4);
  if (isFeminine) drawBackHair(person, style);
  else drawing.path('M122 190C108 84 292 84 278 190Z', darken(person.hair, 0.1));
  drawBody(person);
  drawHead(person);
  drawFace(person);
  if (isFeminine) drawFrontHair(person, style);
  else drawShortHair(person, style);
  if (rng.chance(isFeminine ? 0.22 : 0.32)) drawGlasses(person);
  return drawing.toString();
}

function drawGround({ drawing, rng }: Person): void {
  const [light, deep] = rng.pick(grounds);
  drawing.rect(0, 0, 400, 400, drawing.diagonal(light, deep));
  const kind = rng.int(0, 2);
  if (kind === 0) drawing.circle(200, 210, 172, alpha('#ffffff', 0.26));
  if (kind === 1) {
    drawing.circle(330, 90, 130, alpha('#ffffff', 0.16));
    drawing.circle(50, 330, 150, alpha(darken(deep, 0.2), 0.14));
  }
  if (kind === 2)
    for (const [x, h] of [
      [20, 190],
      [78, 250],
      [140, 160],
      [246, 215],
      [306, 270],
      [358, 180],
    ] as const)
      drawing.rect(x, 400 - h, 50, h, alpha('#ffffff', 0.2), { rx: 4 });
}

function headShape(isFeminine: boolean): string {
  const jaw = isFeminine ? 0 : 5;
  return `M124 170C122 104 278 104 276 170C277 ${214 + jaw} ${262 + jaw} ${244 + jaw} 236 ${268 + jaw}Q200 ${isFeminine ? 292 : 296} 164 ${268 + jaw}C${138 - jaw} ${244 + jaw} 123 ${214 + jaw} 124 170Z`;
}

function drawHead({ drawing, skin, isFeminine }: Person): void {
  for (const side of [-1, 1]) {
    drawing.ellipse(200 + side * 77, 192, 13, 20, side < 0 ? skin : darken(skin, 0.14));
    drawing.ellipse(200 + side * 78, 193, 7, 12, darken(skin, 0.22));
  }
  const shape = headShape(isFeminine);
  drawing.path(shape, drawing.horizontal(lighten(skin, 0.1), skin, darken(skin, 0.12)));
  drawing.clip(shape, () =>
    drawing.path('M262 90C256 190 262 250 214 300H300V90Z', alpha(darken(skin, 0.5), 0.12)),
  );
}

function drawFace({ drawing, rng, skin, hair, isFeminine }: Person): void {
  const brow = mix(hair, skin, 0.12);
  const eye = rng.pick(['#2a1a14', '#3a2418', '#4a2f1e']);
  for (const side of [-1, 1]) {
    const x = 200 + side * 33;
    drawing.glow(200 + side * 44, 224, 26, 17, isFeminine ? '#e8705f' : '#d9705a', isFeminine ? 0.36 : 0.2);
    drawing.path(`M${x - 16} 190Q${x} ${177} ${x + 16} 190Q${x} ${199} ${x - 16} 190Z`, '#ffffff');
    drawing.circle(x + 1, 188.5, 7.6, eye);
    drawing.circle(x + 3.4, 185.6, 2.4, '#ffffff');
    drawing.stroke(
      `M${x - 17} 190Q${x} ${175} ${x + 17} 190`,
      isFeminine ? '#21161a' : darken(skin, 0.7),
      isFeminine ? 4 : 2.8,
    );
    if (isFeminine)
      drawing.stroke(`M${x + side * 15} 187l${side * 7} -5M${x + side * 12} 184l${side * 6} -6`, '#21161a', 2.4);
    const lift = isFeminine ? 163 : 166;
    drawing.stroke(
      `M${x - side * 17} ${lift + 5}Q${x + side * 2} ${lift - 6} ${x + side * 20} ${lift + 5}`,
      brow,
      isFeminine ? 4.4 : 7,
    );
  }
  drawing.stroke('M203 192Q214 214 206 222Q200 226 193 222', darken(skin, 0.34), 3, { opacity: 0.75 });
  const smile = rng.int(0, 2);
  const lip = isFeminine
    ? rng.pick(['#b8454c', '#c2594f', '#a8404f', '#c96f66'])
    : darken(mix(skin, '#b0544a', 0.4), 0.15);
  if (smile > 0) {
    drawing.path('M172 240Q200 248 228 240Q220 268 200 268Q180 268 172 240Z', isFeminine ? lip : '#8a3f3a');
    drawing.path('M178 243Q200 249 222 243Q218 255 200 256Q182 255 178 243Z', '#ffffff');
    if (isFeminine) drawing.stroke('M171 240Q200 247 229 240', darken(lip, 0.12), 2.6);
  } else {
    drawing.stroke('M174 244Q200 264 226 244', isFeminine ? lip : darken(skin, 0.5), isFeminine ? 5.5 : 4);
  }
  drawing.stroke('M190 277Q200 281 210 277', darken(skin, 0.25), 2, { opacity: 0.5 });
  if (!isFeminine && rng.chance(0.3)) {
    drawing.clip(headShape(isFeminine), () =>
      drawing.path(
        'M116 200V310H284V200C262 240 244 250 228 234Q200 226 172 234C156 250 138 240 126 206Z',
        alpha(hair, 0.26),
      ),
    );
  }
}

function drawGlasses({ drawing, rng }: Person): void {
  const frame = rng.pick(['#2b2a2e', '#6b4a36', '#b08a4a']);
  for (const side of [-1, 1]) {
    drawing.rect(200 + side * 34 - 25, 170, 50, 40, alpha('#ffffff', 0.16), {
      rx: 17,
      stroke: frame,
      'stroke-width': 4,
    });
    drawing.stroke(`M${200 + side * 59} 186L${200 + side * 76} 182`, frame, 4);
  }
  drawing.stroke('M191 188Q200 182 209 188', frame, 4);
}
