type Rgb = readonly [number, number, number];

const clampByte = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1, 7), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function toHex([r, g, b]: Rgb): string {
  const value = (clampByte(r) << 16) | (clampByte(g) << 8) | clampByte(b);
  return `#${value.toString(16).padStart(6, '0')}`;
}

/** `share` 0 gives `a`, 1 gives `b`. */
export function mix(a: string, b: string, share: number): string {
  const [r1, g1, b1] = toRgb(a);
  const [r2, g2, b2] = toRgb(b);
  return toHex([r1 + (r2 - r1) * share, g1 + (g2 - g1) * share, b1 + (b2 - b1) * share]);
}

/** Multiplies each channel, as coloured light does to a painted surface. */
export function multiply(colour: string, by: Rgb): string {
  const [r, g, b] = toRgb(colour);
  return toHex([r * by[0], g * by[1], b * by[2]]);
}

export const lighten = (colour: string, share: number) => mix(colour, '#ffffff', share);

/** Towards a warm near-black: pure black makes flat colours look dirty. */
export const darken = (colour: string, share: number) => mix(colour, '#1c1526', share);

/** `opacity` 0 to 1, as #rrggbbaa. */
export const alpha = (colour: string, opacity: number) =>
  `${colour.slice(0, 7)}${clampByte(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;

export type P2 = readonly [number, number];
export type Attributes = Record<string, string | number | undefined>;
type Stop = readonly [offset: number, colour: string];

export const WIDTH = 1280;
export const HEIGHT = 853;

/** To one decimal place. Written from whole numbers: half of the drawing time went into turning fractions into text. */
export const num = (value: number) => tenthsText(Math.round(value * 10));

function tenthsText(tenths: number): string {
  const rest = Math.abs(tenths % 10);
  if (rest === 0) return String(tenths / 10);
  return `${tenths < 0 ? '-' : ''}${Math.abs(Math.trunc(tenths / 10))}.${rest}`;
}

/** Each point as the step from the one before: steps are short, and reading the text is much of the rendering. */
export function polygonPath(points: readonly P2[]): string {
  if (points.length < 2) return '';
  let path = '';
  let [lastX, lastY] = [0, 0];
  for (const [x, y] of points) {
    const [nextX, nextY] = [Math.round(x * 10), Math.round(y * 10)];
    path += `${path ? 'l' : 'M'}${tenthsText(nextX - lastX)} ${tenthsText(nextY - lastY)}`;
    [lastX, lastY] = [nextX, nextY];
  }
  return `${path}Z`;
}

export const rectPath = (x: number, y: number, w: number, h: number) =>
  `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}Z`;

export const circlePath = (x: number, y: number, r: number, ry = r) =>
  `M${num(x - r)} ${num(y)}a${num(r)} ${num(ry)} 0 1 1 ${num(2 * r)} 0a${num(r)} ${num(ry)} 0 1 1 ${num(-2 * r)} 0Z`;

/** A smooth line through the points (Catmull-Rom), closed or open. */
export function curvePath(points: readonly P2[], closed: boolean): string {
  const count = points.length;
  const at = (index: number): P2 =>
    points[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] ?? [0, 0];
  let path = `M${num(at(0)[0])} ${num(at(0)[1])}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const first = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6] as const;
    const second = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6] as const;
    path += `C${[...first, ...second, ...to].map(num).join(' ')}`;
  }
  return closed ? `${path}Z` : path;
}

/**
 * The paint attributes of a shape. `opacity` becomes that of the paint: an opacity of the shape would render a
 * layer.
 */
function paintText(fill: string, { opacity, ...attributes }: Attributes): string {
  const ofPaint = fill === 'none' ? 'stroke-opacity' : 'fill-opacity';
  return ` fill="${fill}"${attributeText({ [ofPaint]: opacity, ...attributes })}`;
}

function attributeText(attributes: Attributes): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) text += ` ${name}="${typeof value === 'number' ? num(value) : value}"`;
  }
  return text;
}

/** Collects shapes in painting order; gradients and clips go to <defs>, equal gradients once. */
export class Drawing {
  private readonly shapes: string[] = [];
  private readonly defs: string[] = [];
  private readonly gradientIds = new Map<string, string>();

  constructor(
    readonly width = WIDTH,
    readonly height = HEIGHT,
  ) {}

  path(d: string, fill: string, attributes: Attributes = {}): void {
    if (d) this.shapes.push(`<path d="${d}"${paintText(fill, attributes)}/>`);
  }

  poly(points: readonly P2[], fill: string, attributes: Attributes = {}): void {
    this.path(polygonPath(points), fill, attributes);
  }

  rect(x: number, y: number, w: number, h: number, fill: string, attributes: Attributes = {}): void {
    if (w <= 0 || h <= 0) return;
    this.shapes.push(
      `<rect x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"${paintText(fill, attributes)}/>`,
    );
  }

  circle(x: number, y: number, r: number, fill: string, attributes: Attributes = {}): void {
    this.ellipse(x, y, r, r, fill, attributes);
  }

  ellipse(x: number, y: number, rx: number, ry: number, fill: string, attributes: Attributes = {}): void {
    this.shapes.push(
      `<ellipse cx="${num(x)}" cy="${num(y)}" rx="${num(rx)}" ry="${num(ry)}"${paintText(fill, attributes)}/>`,
    );
  }

  stroke(d: string, colour: string, width: number, attributes: Attributes = {}): void {
    this.path(d, 'none', {
      stroke: colour,
      'stroke-width': width,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      ...attributes,
    });
  }

  group(attributes: Attributes, draw: () => void): void {
    this.shapes.push(`<g${attributeText(attributes)}>`);
    draw();
    this.shapes.push('</g>');
  }

  clip(d: string, draw: () => void): void {
    const id = `c${this.defs.length}`;
    this.defs.push(`<clipPath id="${id}"><path d="${d}"/></clipPath>`);
    this.group({ 'clip-path': `url(#${id})` }, draw);
  }

  /** Top to bottom of whatever shape it fills, colours evenly spaced. */
  vertical(...colours: string[]): string {
    return this.gradient('linearGradient', 'x1="0" y1="0" x2="0" y2="1"', spread(colours));
  }

  /** Left to right of whatever shape it fills. */
  horizontal(...colours: string[]): string {
    return this.gradient('linearGradient', 'x1="0" y1="0" x2="1" y2="0"', spread(colours));
  }

  /** Corner to corner of whatever shape it fills. */
  diagonal(...colours: string[]): string {
    return this.gradient('linearGradient', 'x1="0" y1="0" x2="1" y2="1"', spread(colours));
  }

  /** Between two fixed points of the picture. */
  between(from: P2, to: P2, ...colours: string[]): string {
    const place = `gradientUnits="userSpaceOnUse" x1="${num(from[0])}" y1="${num(from[1])}" x2="${num(to[0])}" y2="${num(to[1])}"`;
    return this.gradient('linearGradient', place, spread(colours));
  }

  /** From the middle of the shape outwards. */
  radial(...colours: string[]): string {
    return this.gradient('radialGradient', '', spread(colours));
  }

  /** A soft round light or shadow, fading to nothing. */
  glow(x: number, y: number, rx: number, ry: number, colour: string, opacity: number): void {
    const [clear, half, full] = [0, 0.32, 1].map((share) => alpha(colour, opacity * share));
    this.ellipse(x, y, rx, ry, this.radial(full ?? colour, half ?? colour, clear ?? colour));
  }

  private gradient(tag: string, place: string, stops: readonly Stop[]): string {
    const body = stops.map(([at, c]) => `<stop offset="${Math.round(at * 100)}%"${stopColour(c)}/>`).join('');
    const key = tag + place + body;
    let id = this.gradientIds.get(key);
    if (!id) {
      id = `g${this.gradientIds.size}`;
      this.gradientIds.set(key, id);
      this.defs.push(`<${tag} id="${id}" ${place}>${body}</${tag}>`);
    }
    return `url(#${id})`;
  }

  toString(): string {
    const size = `width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${this.defs.join('')}</defs>${this.shapes.join('')}</svg>`;
  }
}

const spread = (colours: readonly string[]): Stop[] =>
  colours.map((colour, index) => [index / Math.max(1, colours.length - 1), colour]);

function stopColour(colour: string): string {
  if (colour.length !== 9) return ` stop-color="${colour}"`;
  const opacity = Number.parseInt(colour.slice(7), 16) / 255;
  return ` stop-color="${colour.slice(0, 7)}" stop-opacity="${opacity.toFixed(3)}"`;
}
