import type { Person } from './avatarPerson.ts';
import { darken, lighten } from './colour.ts';
import { num } from './svg.ts';

/** Hair behind the shoulders and head. */
export function drawBackHair({ drawing, hair, rng }: Person, style: number): void {
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

export function drawFrontHair({ drawing, hair, rng }: Person, style: number): void {
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
    for (const side of [-1, 1])
      drawing.circle(200 + side * 80, 218, 5, rng.chance(0.5) ? '#f0d48a' : '#ffffff');
}

export function drawShortHair({ drawing, hair, rng }: Person, style: number): void {
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
    drawing.path(
      'M122 160C118 100 156 88 200 88S282 100 278 160C270 136 252 122 200 122S130 136 122 160Z',
      paint,
    );
  drawing.stroke(`M${x(-50)} 104C${x(-20)} 88 ${x(30)} 86 ${x(56)} 104`, lighten(hair, 0.32), 4, {
    opacity: 0.35,
  });
}
