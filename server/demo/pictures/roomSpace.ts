import type { Stage } from './camera.ts';
import type { Light } from './light.ts';
import type { Rng } from './rng.ts';
import type { RoomLook } from './roomLook.ts';
import type { Drawing } from './svg.ts';
import type { ViewKind } from './view.ts';

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

export interface RoomSize {
  w: number;
  h: number;
  d: number;
}
