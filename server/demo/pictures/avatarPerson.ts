import type { Rng } from './rng.ts';
import type { Drawing } from './svg.ts';

/** Somebody while being drawn. */
export interface Person {
  drawing: Drawing;
  rng: Rng;
  skin: string;
  hair: string;
  isFeminine: boolean;
}
