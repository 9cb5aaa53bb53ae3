import { drawBody } from './avatarBody.ts';
import { drawBackHair, drawFrontHair, drawShortHair } from './avatarHair.ts';
import type { Person } from './avatarPerson.ts';
import { alpha, darken, lighten, mix } from './colour.ts';
import { Rng } from './rng.ts';
import { Drawing } from './svg.ts';

export interface AvatarOptions {
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
      drawing.stroke(
        `M${x + side * 15} 187l${side * 7} -5M${x + side * 12} 184l${side * 6} -6`,
        '#21161a',
        2.4,
      );
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
