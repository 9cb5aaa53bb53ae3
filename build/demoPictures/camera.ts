import { type Attributes, type Drawing, type P2, polygonPath } from './svg.ts';

/** Metres: x to the right, y up from the ground, z away from the viewer. */
export type P3 = readonly [number, number, number];

interface CameraSettings {
  x: number;
  y: number;
  z: number;
  /** Radians to the right. */
  yaw?: number;
  /** Radians upwards; without it verticals stay vertical, as in architectural photographs. */
  pitch?: number;
  /** Pixels per metre at one metre. */
  focal: number;
  /** Where straight ahead falls on the picture, in pixels. */
  centre: P2;
}

export interface Box {
  x: number;
  y: number;
  z: number;
  w: number;
  h: number;
  d: number;
}

export interface SolidPaint {
  front: string;
  left: string;
  right: string;
  top: string;
  bottom: string;
}

const NEAR = 0.12;

export class Camera {
  private readonly sin: number;
  private readonly cos: number;
  private readonly rise: number;
  private readonly run: number;
  /** Where the horizon lies on the picture, in pixels from the top. */
  readonly horizon: number;

  constructor(readonly settings: CameraSettings) {
    const { yaw = 0, pitch = 0, centre, focal } = settings;
    [this.sin, this.cos] = [Math.sin(yaw), Math.cos(yaw)];
    [this.rise, this.run] = [Math.sin(pitch), Math.cos(pitch)];
    this.horizon = centre[1] + focal * Math.tan(pitch);
  }

  /** Camera space: right, up, ahead. */
  view([x, y, z]: P3): P3 {
    const [dx, dz] = [x - this.settings.x, z - this.settings.z];
    const [up, ahead] = [y - this.settings.y, dx * this.sin + dz * this.cos];
    return [dx * this.cos - dz * this.sin, up * this.run - ahead * this.rise, up * this.rise + ahead * this.run];
  }

  flatten([right, up, ahead]: P3): P2 {
    const scale = this.settings.focal / Math.max(NEAR, ahead);
    return [this.settings.centre[0] + right * scale, this.settings.centre[1] - up * scale];
  }

  project(point: P3): P2 {
    return this.flatten(this.view(point));
  }

  /** Pixels per metre at this place. */
  scaleAt(point: P3): number {
    return this.settings.focal / Math.max(NEAR, this.view(point)[2]);
  }
}

/** A drawing seen through a camera. */
export class Stage {
  constructor(
    readonly drawing: Drawing,
    readonly camera: Camera,
  ) {}

  /** The outline on the picture, cut at the plane just before the viewer. */
  outline(points: readonly P3[]): string {
    const seen = points.map((point) => this.camera.view(point));
    const kept: P2[] = [];
    seen.forEach((point, index) => {
      const before = seen[(index + seen.length - 1) % seen.length] ?? point;
      if (point[2] >= NEAR !== before[2] >= NEAR) {
        const share = (NEAR - before[2]) / (point[2] - before[2]);
        const cut = (axis: 0 | 1) => before[axis] + (point[axis] - before[axis]) * share;
        kept.push(this.camera.flatten([cut(0), cut(1), NEAR]));
      }
      if (point[2] >= NEAR) kept.push(this.camera.flatten(point));
    });
    return polygonPath(kept);
  }

  fill(points: readonly P3[], paint: string, attributes: Attributes = {}): void {
    this.drawing.path(this.outline(points), paint, attributes);
  }

  /** A level rectangle at height y. */
  level(y: number, x0: number, z0: number, x1: number, z1: number, paint: string, attributes?: Attributes) {
    this.fill(levelCorners(y, x0, z0, x1, z1), paint, attributes);
  }

  /** A level disc, as points. */
  ring(x: number, y: number, z: number, radius: number, depth = radius, steps = 32): P3[] {
    return Array.from({ length: steps }, (_, i): P3 => {
      const angle = (i / steps) * 2 * Math.PI;
      return [x + Math.cos(angle) * radius, y, z + Math.sin(angle) * depth];
    });
  }

  disc(x: number, y: number, z: number, radius: number, paint: string, depth = radius): void {
    this.fill(this.ring(x, y, z, radius, depth), paint);
  }

  /** An upright round solid, narrower at the top when `topRadius` says so. */
  cylinder(
    x: number,
    y: number,
    z: number,
    radius: number,
    height: number,
    paint: string,
    top: string,
    topRadius = radius,
  ) {
    const { settings } = this.camera;
    const facing = Math.atan2(z - settings.z, x - settings.x);
    const edge = (r: number, level: number, turn: number): P3 => [
      x + Math.cos(facing + turn) * r,
      level,
      z + Math.sin(facing + turn) * r,
    ];
    const half = (r: number, level: number, from: number, to: number) =>
      Array.from({ length: 13 }, (_, i) => edge(r, level, from + ((to - from) * i) / 12));
    const quarter = Math.PI / 2;
    this.fill(
      [
        ...half(radius, y, quarter, 3 * quarter),
        ...half(topRadius, y + height, -quarter, -3 * quarter).map((p) => p),
      ],
      paint,
    );
    if (settings.y > y + height) this.disc(x, y + height, z, topRadius, top);
  }

  face(origin: P3, along: P3): Face {
    return new Face(this, origin, along);
  }

  /** Only the sides the viewer can see; `soft` rounds the corners by that many pixels. */
  box({ x, y, z, w, h, d }: Box, paint: SolidPaint, soft = 0.6): void {
    const eye = this.camera.settings;
    const draw = (points: readonly P3[], fill: string) =>
      this.fill(
        points,
        fill,
        fill.startsWith('url') && soft < 1
          ? {}
          : { stroke: fill, 'stroke-width': soft, 'stroke-linejoin': 'round' },
      );
    if (eye.y > y + h) draw(levelCorners(y + h, x, z, x + w, z + d), paint.top);
    if (eye.y < y) draw(levelCorners(y, x, z, x + w, z + d), paint.bottom);
    if (eye.x < x) draw(uprightCorners([x, y, z], [x, y, z + d], h), paint.left);
    if (eye.x > x + w) draw(uprightCorners([x + w, y, z], [x + w, y, z + d], h), paint.right);
    if (eye.z < z) draw(uprightCorners([x, y, z], [x + w, y, z], h), paint.front);
  }
}

const levelCorners = (y: number, x0: number, z0: number, x1: number, z1: number): P3[] => [
  [x0, y, z0],
  [x1, y, z0],
  [x1, y, z1],
  [x0, y, z1],
];

const uprightCorners = (from: P3, to: P3, height: number): P3[] => [
  from,
  to,
  [to[0], to[1] + height, to[2]],
  [from[0], from[1] + height, from[2]],
];

/** An upright wall measured in metres: u along it, v up, `out` towards its open side (left of `along` seen from above, turned). */
export class Face {
  private readonly out: P3;

  constructor(
    readonly stage: Stage,
    private readonly origin: P3,
    private readonly along: P3,
  ) {
    this.out = [along[2], 0, -along[0]];
  }

  at(u: number, v: number, out = 0): P3 {
    const [x, y, z] = this.origin;
    return [x + this.along[0] * u + this.out[0] * out, y + v, z + this.along[2] * u + this.out[2] * out];
  }

  quad(u0: number, v0: number, u1: number, v1: number, out = 0): string {
    return this.stage.outline([
      this.at(u0, v0, out),
      this.at(u1, v0, out),
      this.at(u1, v1, out),
      this.at(u0, v1, out),
    ]);
  }

  rect(u0: number, v0: number, u1: number, v1: number, paint: string, out = 0): void {
    this.stage.drawing.path(this.quad(u0, v0, u1, v1, out), paint);
  }

  /** A round-headed opening. */
  arch(u0: number, v0: number, u1: number, v1: number): string {
    const radius = (u1 - u0) / 2;
    const head = Array.from({ length: 11 }, (_, i) => {
      const angle = (i / 10) * Math.PI;
      return this.at(u0 + radius + Math.cos(angle) * radius, v1 - radius + Math.sin(angle) * radius);
    });
    return this.stage.outline([this.at(u0, v0), this.at(u1, v0), ...head]);
  }
}
