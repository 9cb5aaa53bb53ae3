import type { RoomRecipe } from '#server/demo/pictures.ts';
import type { Rng } from '#server/demo/random.ts';
import { type Box, Camera, type Face, type P3, type SolidPaint, Stage } from './camera.ts';
import { type Light, lightOf } from './light.ts';
import { lookOf, type RoomLook } from './roomLook.ts';
import { alpha, Drawing, darken, HEIGHT, mix, type P2, WIDTH } from './svg.ts';

/** `front` is the open side towards the viewer: furniture there shows its back. */
export type Wall = 'back' | 'left' | 'right' | 'front';

/** A hole in a wall, in metres along the wall and up from the floor. */
export interface Opening {
  wall: Wall;
  u0: number;
  v0: number;
  u1: number;
  v1: number;
  style: 'jalousie' | 'grilles' | 'sliding' | 'picture' | 'frosted';
}

interface RoomSize {
  w: number;
  d: number;
  h: number;
}

interface Thing {
  box: Box;
  draw: () => void;
}

/** The walls a window may be in, so that each camera sees it. */
const sunWalls: Record<RoomRecipe['camera'], readonly Wall[]> = {
  0: ['back', 'right', 'right'],
  1: ['back', 'back', 'left'],
  2: ['back', 'back', 'left'],
  3: ['left'],
  4: ['back', 'right'],
};

/** The colour of the hour over the whole room; none at midday. */
const tints: Partial<Record<Light['time'], string>> = {
  golden: '#fff4e4',
  overcast: '#f2f1ef',
  rain: '#dfe3e8',
  dusk: '#e4cabb',
};

function cameraOf({ camera, kind }: RoomRecipe, { w, d, h }: RoomSize, rng: Rng): Camera {
  const towards = (x: number, y: number, z: number, target: P2, focal: number, centreY: number) =>
    new Camera({
      x,
      y,
      z,
      yaw: Math.atan2(target[0] - x, target[1] - z),
      focal,
      centre: [WIDTH / 2, centreY],
    });
  const isSmall = kind === 'bath' || kind === 'laundry';
  const jitter = rng.range(-0.06, 0.06) * w;
  switch (camera) {
    case 0: {
      const back = isSmall ? 1.1 : 1.25;
      // A wide room is seen from nearer, or its furniture would look lost.
      const focal = isSmall ? 800 : kind === 'living' || kind === 'studio' ? Math.max(950, w * 165) : 950;
      return towards(-w * 0.4, 1.42, -back, [w * 0.2 + jitter, d], focal, 385);
    }
    case 2:
      return towards(w * 0.16, 1.46, -0.72, [-w * 0.12 + jitter, d], isSmall ? 640 : 820, 372);
    case 3:
      return towards(-w * 0.5 + 0.95, 1.18, -1.25, [-w * 0.06 + jitter, d], 900, 395);
    case 4: {
      const wide = Math.min(1180, (330 * w) / (h - 1));
      const focal = 1000;
      return towards(-w * 0.16, 1, (d - (w * focal) / wide) * 0.9, [w * 0.12 + jitter, d], focal, 405);
    }
    default: {
      const wide = Math.min(900, (300 * w) / (h - 1.34));
      const focal = 1000;
      return new Camera({
        x: jitter,
        y: 1.34,
        z: d - (w * focal) / wide,
        focal,
        centre: [WIDTH / 2 + jitter * 60, 372],
      });
    }
  }
}

/**
 * A room seen from its open side: x across, z to the back wall, y up, metres. Furniture is added in any order; `finish` paints the farther
 * before the nearer.
 */
export class Room {
  readonly drawing = new Drawing();
  readonly stage: Stage;
  readonly light: Light;
  readonly look: RoomLook;
  readonly sunWall: Wall;
  readonly w: number;
  readonly d: number;
  readonly h: number;
  readonly openings: Opening[] = [];
  private readonly things: Thing[] = [];
  private readonly taken: Box[] = [];

  constructor(
    readonly rng: Rng,
    readonly recipe: RoomRecipe,
    size: RoomSize,
    sunWall?: Wall,
  ) {
    [this.w, this.d, this.h] = [size.w, size.d, size.h];
    // Before all that the light decides: the same room by another light keeps its colours.
    this.look = lookOf(recipe, rng);
    this.light = lightOf(recipe.light, rng.fork(1));
    this.sunWall = sunWall ?? rng.pick(sunWalls[recipe.camera]);
    this.stage = new Stage(this.drawing, cameraOf(recipe, size, rng));
  }

  get isPlain(): boolean {
    return this.recipe.priceClass === 'plain';
  }

  get isFine(): boolean {
    return this.recipe.priceClass === 'fine';
  }

  get isBare(): boolean {
    return this.recipe.furnishing === 'bare';
  }

  get isFurnished(): boolean {
    return this.recipe.furnishing === 'fully';
  }

  /** Lamps are on. */
  get isLit(): boolean {
    return this.light.isDusk || this.light.time === 'rain';
  }

  lengthOf(wall: Wall): number {
    return wall === 'back' || wall === 'front' ? this.w : this.d;
  }

  /** The wall away from the window among left and right; the right one when the window is at the back. */
  get shadeWall(): 'left' | 'right' {
    if (this.sunWall === 'back') return this.recipe.camera === 2 || this.recipe.camera === 3 ? 'left' : 'right';
    return this.sunWall === 'left' ? 'right' : 'left';
  }

  at(wall: Wall, u = 0, o = 0): Place {
    return new Place(this, wall, u, o);
  }

  /** A place for something free-standing whose front looks away from `wall`; (x, z) is the middle of its w by d footprint. */
  standing(wall: Wall, x: number, z: number, w: number, d: number): Place {
    if (wall === 'back') return this.at(wall, x + this.w / 2 - w / 2, this.d - z - d / 2);
    if (wall === 'front') return this.at(wall, this.w / 2 - x - w / 2, z - d / 2);
    if (wall === 'left') return this.at(wall, z - w / 2, x + this.w / 2 - d / 2);
    return this.at(wall, this.d - z - w / 2, this.w / 2 - x - d / 2);
  }

  /** How far ahead of the viewer the box begins. */
  nearest(box: Box): number {
    return Math.min(...cornersOf(box).map((corner) => this.stage.camera.view(corner)[2]));
  }

  /** Tries spots for something `w` wide along the walls, from the middle outwards, until `draw` finds room. */
  fitIn(walls: readonly Wall[], w: number, draw: (place: Place) => boolean): boolean {
    return walls.some((wall) => {
      const middle = (this.lengthOf(wall) - w) / 2;
      return [0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9, 1.2, -1.2, 1.5, -1.5]
        .filter((shift) => Math.abs(shift) <= middle + 0.01)
        .some((shift) => draw(this.at(wall, middle + shift, 0.02)));
    });
  }

  add(box: Box, draw: () => void): void {
    if (this.nearest(box) > 0.25) this.things.push({ box, draw });
  }

  /** Takes the space if it is inside the room, free and not in the viewer's face. */
  claim(box: Box): boolean {
    const { camera } = this.stage;
    const slack = 0.02;
    const isInside =
      box.x >= -this.w / 2 - slack &&
      box.x + box.w <= this.w / 2 + slack &&
      box.z + box.d <= this.d + slack &&
      box.z > 0.1;
    const nearest = this.nearest(box);
    if (
      !isInside ||
      nearest < (box.h > 1 ? 1.7 : Math.max(box.w, box.d) > 0.7 ? (this.w < 4.5 ? 1.6 : 1.75) : 1.35)
    )
      return false;
    const [across, down] = camera.project([box.x + box.w / 2, box.y, box.z + box.d / 2]);
    const margin = Math.max(box.w, box.d) > 1.2 && (box.h > 1.6 || box.y > 1) ? -80 : 70;
    const behindDoor = this.recipe.camera === 2 && margin > 0 ? 170 : 0;
    if (across < margin + behindDoor || across > WIDTH - margin || down > HEIGHT + 60) return false;
    if (this.taken.some((other) => overlaps(box, other))) return false;
    this.taken.push(box);
    return true;
  }

  /** Keeps a space free without a look at anything else: such as that of a shower. */
  reserve(box: Box): void {
    this.taken.push(box);
  }

  /** Faces of a piece of furniture in this room's light. */
  solid(colour: string): SolidPaint {
    const grey = this.light.isGrey ? 0.6 : 1;
    const [lit, dark] = [mix(colour, '#fff3da', 0.14 * grey), darken(colour, 0.26 * grey)];
    const half = darken(colour, 0.13);
    return {
      front: darken(colour, this.sunWall === 'back' ? 0.12 : 0.08),
      left: this.sunWall === 'left' ? lit : this.sunWall === 'right' ? dark : half,
      right: this.sunWall === 'right' ? lit : this.sunWall === 'left' ? dark : half,
      top: mix(colour, '#fff6e6', 0.24 * grey),
      bottom: darken(colour, 0.45),
    };
  }

  /** A soft shadow on the floor under a footprint, away from the window. */
  shadow({ x, z, w, d }: Box, opacity = 0.3, isRound = false): void {
    const shift = this.sunWall === 'left' ? 0.07 : this.sunWall === 'right' ? -0.07 : 0;
    const toViewer = this.sunWall === 'back' ? 0.08 : 0.02;
    const paint = alpha('#1c1526', opacity * 0.42);
    const [left, near] = [x + shift, z - toViewer];
    for (const grow of [0.1, 0.04, 0]) {
      if (isRound) this.stage.disc(left + w / 2, 0.002, near + d / 2, w / 2 + grow, paint, d / 2 + grow);
      else this.stage.level(0.002, left - grow, near - grow, left + w + grow, near + d + grow, paint);
    }
  }

  /** Paints everything that stands in the room, then the light over all. */
  finish(foreground?: () => void): string {
    const { drawing, light } = this;
    for (const thing of inPaintingOrder(this.things, this.stage.camera)) thing.draw();
    foreground?.();
    if (this.recipe.camera === 2) drawDoorway(this);
    const tint = tints[light.time];
    const isOutside = this.recipe.kind === 'balcony';
    const veil = !light.isDusk || !tint ? tint : isOutside ? '#f4e6ea' : this.isBare ? '#a9a3c4' : tint;
    if (veil) drawing.rect(0, 0, WIDTH, HEIGHT, veil, { style: 'mix-blend-mode:multiply' });
    if (this.isLit) {
      if (!this.isBare && !isOutside) drawing.glow(WIDTH / 2, 280, 820, 460, '#ffc67e', light.isDusk ? 0.3 : 0.2);
    } else if (!light.isGrey) {
      const isGolden = light.time === 'golden';
      const colour = isGolden ? '#ffb060' : '#fff6dc';
      const opacity = isGolden ? 0.17 : 0.13;
      if (this.sunWall === 'back') drawing.glow(WIDTH / 2, 340, 780, 520, colour, opacity * 0.8);
      else {
        const tones = [1, 0.36, 0].map((share) => alpha(colour, opacity * share));
        const [near, far] = this.sunWall === 'left' ? [0, 950] : [WIDTH, WIDTH - 950];
        drawing.rect(0, 0, WIDTH, HEIGHT, drawing.between([near, 0], [far, 0], ...tones));
      }
    }
    drawing.rect(0, HEIGHT - 200, WIDTH, 200, drawing.vertical(alpha('#1c1526', 0), alpha('#1c1526', 0.16)));
    return drawing.toString();
  }
}

/** The wall beside the viewer with the casing of the entrance. */
function drawDoorway(room: Room): void {
  const { stage, look, drawing } = room;
  const { camera } = stage;
  const left = camera.settings.x - 0.72;
  const frame = room.isPlain ? '#a87d55' : room.isFine ? darken(look.wood, 0.15) : '#f3f1ec';
  const jamb = (x: number, side: -1 | 1) => {
    const quad = (x0: number, x1: number, z0: number, z1: number): P3[] => [
      [x0, -0.2, z0],
      [x1, -0.2, z1],
      [x1, 3.4, z1],
      [x0, 3.4, z0],
    ];
    stage.fill(quad(x, x, -0.14, 0), darken(frame, 0.18));
    const away = x + side * 3;
    stage.fill(quad(away, x, -0.14, -0.14), darken(mix(look.wall, '#cbb9a6', 0.25), 0.16));
    stage.fill(quad(x + side * 0.08, x, -0.14, -0.14), darken(frame, 0.05));
    stage.fill(quad(x + side * 0.085, x + side * 0.08, -0.14, -0.14), darken(frame, 0.4));
  };
  jamb(left, -1);
  jamb(camera.settings.x + 0.86, 1);
  if (room.rng.chance(0.5)) {
    const [sx, sy] = camera.project([left - 0.16, 1.2, -0.14]);
    drawing.rect(sx - 22, sy - 34, 34, 56, '#f4f2ee', { rx: 4 });
    drawing.rect(sx - 13, sy - 24, 16, 34, '#dedbd5', { rx: 3 });
  }
}

/** A spot along a wall: u from the wall's left end, o out from the wall; both count from here. */
export class Place {
  constructor(
    readonly room: Room,
    readonly wall: Wall,
    readonly u: number,
    readonly o: number,
  ) {}

  move(u: number, o = 0): Place {
    return new Place(this.room, this.wall, this.u + u, this.o + o);
  }

  private get frame(): { origin: P3; along: P3 } {
    const { w, d } = this.room;
    switch (this.wall) {
      case 'back':
        return { origin: [-w / 2, 0, d], along: [1, 0, 0] };
      case 'left':
        return { origin: [-w / 2, 0, 0], along: [0, 0, 1] };
      case 'right':
        return { origin: [w / 2, 0, d], along: [0, 0, -1] };
      default:
        return { origin: [w / 2, 0, 0], along: [-1, 0, 0] };
    }
  }

  /** The upright plane `o` before the wall, starting at (u, v). */
  face(u = 0, v = 0, o = 0): Face {
    const { origin, along } = this.frame;
    return this.room.stage.face(this.room.stage.face(origin, along).at(this.u + u, v, this.o + o), along);
  }

  /** How far ahead of the viewer this place is. */
  get depth(): number {
    return this.room.stage.camera.view(this.point(0, 0, 0))[2];
  }

  point(u: number, v: number, o: number): P3 {
    return this.face().at(u, v, o);
  }

  box(u: number, v: number, o: number, w: number, h: number, d: number): Box {
    const [x0, y, z0] = this.point(u, v, o);
    const [x1, , z1] = this.point(u + w, v, o + d);
    return { x: Math.min(x0, x1), y, z: Math.min(z0, z1), w: Math.abs(x1 - x0), h, d: Math.abs(z1 - z0) };
  }

  claim(w: number, d: number, h = 0.9, v = 0): boolean {
    const box = this.box(0, v, 0, w, h, d);
    const isSlim = w < 0.6 && d < 0.6 && h < 1.4 && v < 0.1;
    const isInFront =
      !isSlim &&
      this.room.openings.some(
        (opening) =>
          opening.wall === this.wall &&
          this.o < 0.5 &&
          v < opening.v1 &&
          v + h > opening.v0 + 0.08 &&
          this.u < opening.u1 + (v > 0.5 ? 0.1 : 0) &&
          this.u + w > opening.u0 - (v > 0.5 ? 0.1 : 0),
      );
    return !isInFront && this.room.claim(box);
  }

  shadow(w: number, d: number, opacity?: number, isRound = false): void {
    this.room.shadow(this.box(0, 0, 0, w, 0.1, d), opacity, isRound);
  }

  /** A solid; `front` paints on its front (from its lower left corner), `top` on its top. */
  block(
    [u, v, o, w, h, d]: readonly [number, number, number, number, number, number],
    colour: string,
    { soft = 0.6, front, top }: { soft?: number; front?: (face: Face) => void; top?: () => void } = {},
  ): void {
    const { room } = this;
    const box = this.box(u, v, o, w, h, d);
    const { camera } = room.stage;
    room.add(box, () => {
      const scale = camera.scaleAt([box.x + box.w / 2, box.y, box.z + box.d / 2]) / 130;
      room.stage.box(box, room.solid(colour), soft < 1 ? soft : soft * scale);
      if (front && this.sees(u, o + d)) front(this.face(u, v, o + d));
      if (top && camera.settings.y > v + h) top();
    });
  }

  /** Is the viewer before the plane at distance `o`? */
  private sees(u: number, o: number): boolean {
    const { x, z } = this.room.stage.camera.settings;
    const [px, , pz] = this.point(u, 0, o);
    const [fx, , fz] = this.point(u, 0, o + 1);
    return (x - px) * (fx - px) + (z - pz) * (fz - pz) > 0;
  }

  /** Something on the wall, painted as if flat, with its place among the other things. */
  flat(u: number, v: number, w: number, h: number, draw: (face: Face) => void, o = 0.02): void {
    this.room.add(this.box(u, v, o - 0.01, w, h, 0.02), () => {
      if (this.sees(u, o)) draw(this.face(u, v, o));
    });
  }

  /** Something drawn upright towards the viewer: (u, v, o) is the middle of its foot. */
  sprite(
    u: number,
    v: number,
    o: number,
    radius: number,
    height: number,
    draw: (x: number, y: number, scale: number) => void,
  ): void {
    const { camera } = this.room.stage;
    const box = this.box(u - radius, v, o - radius, radius * 2, height, radius * 2);
    this.room.add(box, () => {
      const foot = this.point(u, v, o);
      const [x, y] = camera.project(foot);
      draw(x, y, camera.scaleAt(foot));
    });
  }

  /** A level patch on top of something. */
  level(u: number, v: number, o: number, w: number, d: number, paint: string): void {
    const { x, z, w: width, d: depth } = this.box(u, v, o, w, 0, d);
    this.room.stage.level(v, x, z, x + width, z + depth, paint);
  }

  disc(u: number, v: number, o: number, radius: number, paint: string): void {
    const [x, y, z] = this.point(u, v, o);
    this.room.stage.disc(x, y, z, radius, paint);
  }

  /** An upright oval solid with its foot on (u, v, o); `foot` is the share of its size at the bottom, `inside` paints it open. */
  oval(
    [u, v, o, ru, ro, h]: readonly [number, number, number, number, number, number],
    colour: string,
    { foot = 1, inside }: { foot?: number; inside?: string } = {},
  ): void {
    const { room } = this;
    const { stage, drawing, sunWall } = room;
    const wide = Math.max(1, foot);
    const box = this.box(u - ru * wide, v, o - ro * wide, ru * wide * 2, h, ro * wide * 2);
    const isAcross = this.wall === 'left' || this.wall === 'right';
    const [rx, rz] = isAcross ? [ro, ru] : [ru, ro];
    room.add(box, () => {
      const [x, y, z] = this.point(u, v, o);
      const ring = (level: number, share: number) => stage.ring(x, level, z, rx * share, rz * share, 28);
      const points = [...ring(y, foot), ...ring(y + h, 1)].map((point) => stage.camera.project(point));
      const [lit, dark] = [mix(colour, '#fff6e6', 0.3), darken(colour, 0.22)];
      const paint =
        sunWall === 'right' ? drawing.horizontal(dark, colour, lit) : drawing.horizontal(lit, colour, dark);
      drawing.poly(hullOf(points), paint);
      if (stage.camera.settings.y <= y + h) return;
      stage.fill(ring(y + h, 1), mix(colour, '#fff6e6', 0.3));
      if (inside) stage.fill(ring(y + h, 0.86), inside);
    });
  }

  /** A pane of glass standing across the room; seen from both sides. */
  glass(u: number, v: number, w: number, h: number, o: number, edge: string): void {
    const { room } = this;
    room.add(this.box(u, v, o - 0.01, w, h, 0.02), () => {
      const face = this.face(u, v, o);
      room.drawing.path(
        face.quad(0, 0, w, h),
        room.drawing.diagonal(alpha('#ffffff', 0.34), alpha('#d7eaee', 0.14), alpha('#ffffff', 0.28)),
      );
      const t = 0.02;
      room.drawing.path(
        face.quad(0, 0, w, t) + face.quad(0, h - t, w, h) + face.quad(0, 0, t, h) + face.quad(w - t, 0, w, h),
        edge,
      );
    });
  }

  /** An upright round solid on (u, v, o). */
  column(
    u: number,
    v: number,
    o: number,
    radius: number,
    height: number,
    colour: string,
    topRadius = radius,
  ): void {
    const { room } = this;
    const wide = Math.max(radius, topRadius);
    room.add(this.box(u - wide, v, o - wide, wide * 2, height, wide * 2), () => {
      const [x, y, z] = this.point(u, v, o);
      const paint = room.drawing.horizontal(
        ...(room.sunWall === 'right'
          ? [darken(colour, 0.24), colour, mix(colour, '#fff6e6', 0.25)]
          : [mix(colour, '#fff6e6', 0.25), colour, darken(colour, 0.24)]),
      );
      room.stage.cylinder(x, y, z, radius, height, paint, mix(colour, '#fff6e6', 0.3), topRadius);
    });
  }
}

/** The outline around points of the picture. */
function hullOf(points: readonly P2[]): P2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: readonly P2[]): P2[] => {
    const kept: P2[] = [];
    for (const point of list) {
      for (;;) {
        const [b, a] = [kept.at(-1), kept.at(-2)];
        if (!a || !b || (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half([...sorted].reverse())];
}

/** A polygon on a face, in the face's metres. */
export function onFace(face: Face, points: readonly P2[], paint: string, out = 0): void {
  face.stage.fill(
    points.map(([u, v]) => face.at(u, v, out)),
    paint,
  );
}

/** A round patch on a face. */
export function roundOnFace(face: Face, u: number, v: number, ru: number, paint: string, rv = ru, out = 0): void {
  onFace(
    face,
    Array.from({ length: 28 }, (_, i): P2 => {
      const angle = (i / 28) * 2 * Math.PI;
      return [u + Math.cos(angle) * ru, v + Math.sin(angle) * rv];
    }),
    paint,
    out,
  );
}

const cornersOf = ({ x, y, z, w, h, d }: Box): P3[] =>
  [x, x + w].flatMap((cx) => [y, y + h].flatMap((cy) => [z, z + d].map((cz): P3 => [cx, cy, cz])));

function overlaps(a: Box, b: Box): boolean {
  const slack = 0.01;
  return (
    a.x < b.x + b.w - slack &&
    b.x < a.x + a.w - slack &&
    a.y < b.y + b.h - slack &&
    b.y < a.y + a.h - slack &&
    a.z < b.z + b.d - slack &&
    b.z < a.z + a.d - slack
  );
}

type Extent = readonly [low: number, high: number];

/** 1: `a` comes before `b`; -1: after; 0: neither hides the other. */
function compare(a: Thing, b: Thing, eye: P3): -1 | 0 | 1 {
  const axes: [Extent, Extent, number][] = [
    [[a.box.x, a.box.x + a.box.w], [b.box.x, b.box.x + b.box.w], eye[0]],
    [[a.box.y, a.box.y + a.box.h], [b.box.y, b.box.y + b.box.h], eye[1]],
    [[a.box.z, a.box.z + a.box.d], [b.box.z, b.box.z + b.box.d], eye[2]],
  ];
  let [aNeverHides, bNeverHides, isApart] = [false, false, false];
  const touch = 0.03;
  for (const [p, q, at] of axes) {
    if (p[1] <= q[0] + touch) {
      isApart = true;
      if (at >= Math.min(p[1], q[0])) aNeverHides = true;
      if (at <= Math.max(p[1], q[0])) bNeverHides = true;
    } else if (q[1] <= p[0] + touch) {
      isApart = true;
      if (at >= Math.min(q[1], p[0])) bNeverHides = true;
      if (at <= Math.max(q[1], p[0])) aNeverHides = true;
    }
  }
  if (!isApart) return 1;
  if (aNeverHides === bNeverHides) return 0;
  return aNeverHides ? 1 : -1;
}

/** The farther before the nearer; things that stand in one another keep their order. */
function inPaintingOrder(things: readonly Thing[], camera: Camera): Thing[] {
  const eye: P3 = [camera.settings.x, camera.settings.y, camera.settings.z];
  const seen = things.map((thing) => {
    const points = cornersOf(thing.box).map((corner) => camera.project(corner));
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    return { l: Math.min(...xs), r: Math.max(...xs), t: Math.min(...ys), b: Math.max(...ys) };
  });
  const after: number[][] = things.map(() => []);
  const waits = things.map(() => 0);
  things.forEach((a, i) => {
    things.slice(i + 1).forEach((b, k) => {
      const j = i + 1 + k;
      const [p, q] = [seen[i], seen[j]];
      if (!p || !q || p.l > q.r || q.l > p.r || p.t > q.b || q.t > p.b) return;
      const order = compare(a, b, eye);
      if (order === 0) return;
      const [first, second] = order > 0 ? [i, j] : [j, i];
      after[first]?.push(second);
      waits[second] = (waits[second] ?? 0) + 1;
    });
  });
  const open = new Set(things.keys());
  const ordered: Thing[] = [];
  while (open.size > 0) {
    const rest = [...open];
    const next = rest.find((index) => waits[index] === 0) ?? farthest(rest, things, camera);
    open.delete(next);
    const thing = things[next];
    if (thing) ordered.push(thing);
    for (const index of after[next] ?? []) waits[index] = (waits[index] ?? 0) - 1;
  }
  return ordered;
}

function farthest(indices: readonly number[], things: readonly Thing[], camera: Camera): number {
  const depth = (index: number) => {
    const box = things[index]?.box;
    return box ? camera.view([box.x + box.w / 2, box.y, box.z + box.d / 2])[2] : 0;
  };
  return indices.reduce((best, index) => (depth(index) > depth(best) ? index : best), indices[0] ?? 0);
}
