import type { Rng } from '#server/demo/random.ts';
import type { SolidPaint } from './camera.ts';
import { mix, multiply } from './svg.ts';

type Rgb = readonly [number, number, number];
type TimeOfDay = 'morning' | 'noon' | 'golden' | 'overcast' | 'rain' | 'dusk';

interface LightSettings {
  sky: readonly string[];
  sun: Rgb;
  shade: Rgb;
  haze: string;
  cloud: string;
  cloudShade: string;
  disc: string;
  /** Share of windows with a lamp on. */
  lamps: number;
  /** How dark a cast shadow is, 0 to 1. */
  shadow: number;
}

const settings: Record<TimeOfDay, LightSettings> = {
  morning: {
    sky: ['#5fa9dc', '#a5d5ee', '#e3f1ee', '#fdeccb'],
    sun: [1.04, 1.0, 0.93],
    shade: [0.66, 0.75, 0.87],
    haze: '#dcebee',
    cloud: '#ffffff',
    cloudShade: '#cfe0ea',
    disc: '#fff6d8',
    lamps: 0.04,
    shadow: 0.26,
  },
  noon: {
    sky: ['#2b86cf', '#5eb0e6', '#a8d9f2', '#dff2f7'],
    sun: [1.04, 1.03, 1.0],
    shade: [0.62, 0.7, 0.82],
    haze: '#d3eaf5',
    cloud: '#ffffff',
    cloudShade: '#c5dcee',
    disc: '#ffffff',
    lamps: 0,
    shadow: 0.32,
  },
  golden: {
    sky: ['#5578b8', '#a98fbd', '#f4a884', '#ffd790'],
    sun: [1.07, 0.93, 0.76],
    shade: [0.58, 0.54, 0.7],
    haze: '#f7c79b',
    cloud: '#ffe0bf',
    cloudShade: '#cf8f9b',
    disc: '#fff0c4',
    lamps: 0.18,
    shadow: 0.32,
  },
  overcast: {
    sky: ['#8fa3b4', '#adbcc7', '#c9d2d6', '#e2e4e0'],
    sun: [0.95, 0.96, 0.98],
    shade: [0.73, 0.78, 0.85],
    haze: '#d2d9db',
    cloud: '#f0f2f2',
    cloudShade: '#a3b0ba',
    disc: '#f2f3ee',
    lamps: 0.08,
    shadow: 0.12,
  },
  rain: {
    sky: ['#5f7079', '#7b8a92', '#98a5aa', '#b9c1c0'],
    sun: [0.76, 0.8, 0.85],
    shade: [0.54, 0.6, 0.68],
    haze: '#a9b4b8',
    cloud: '#a5b0b5',
    cloudShade: '#586873',
    disc: '#c7ced0',
    lamps: 0.34,
    shadow: 0.1,
  },
  dusk: {
    sky: ['#1b2553', '#453d7c', '#a75c86', '#f39a73'],
    sun: [0.78, 0.64, 0.72],
    shade: [0.42, 0.4, 0.6],
    haze: '#8d5f8b',
    cloud: '#b5678d',
    cloudShade: '#5a4583',
    disc: '#fff2d5',
    lamps: 0.6,
    shadow: 0.3,
  },
};

/** One time of day: everything outdoors takes its colour through it, so a picture hangs together. */
export class Light implements LightSettings {
  readonly sky: readonly string[];
  readonly sun: Rgb;
  readonly shade: Rgb;
  readonly haze: string;
  readonly cloud: string;
  readonly cloudShade: string;
  readonly disc: string;
  readonly lamps: number;
  readonly shadow: number;

  constructor(
    readonly time: TimeOfDay,
    /** Where the sun stands: -1 left, 1 right. */
    readonly side: -1 | 1,
  ) {
    const chosen = settings[time];
    this.sky = chosen.sky;
    this.sun = chosen.sun;
    this.shade = chosen.shade;
    this.haze = chosen.haze;
    this.cloud = chosen.cloud;
    this.cloudShade = chosen.cloudShade;
    this.disc = chosen.disc;
    this.lamps = chosen.lamps;
    this.shadow = chosen.shadow;
  }

  /** No sun: flat light, no cast shadows to speak of. */
  get isGrey(): boolean {
    return this.time === 'overcast' || this.time === 'rain';
  }

  get isDusk(): boolean {
    return this.time === 'dusk';
  }

  /** A surface colour under this light; exposure 0 is in shadow, 1 in full sun. */
  tone(colour: string, exposure: number): string {
    const at = (i: 0 | 1 | 2) => this.shade[i] + (this.sun[i] - this.shade[i]) * exposure;
    return multiply(colour, [at(0), at(1), at(2)]);
  }

  /** Fades a colour into the distance. */
  far(colour: string, distance: number): string {
    return mix(this.tone(colour, 0.6), this.haze, distance);
  }

  solid(colour: string): SolidPaint {
    const [lit, dark] = [this.tone(colour, 1), this.tone(colour, 0.12)];
    return {
      front: this.tone(colour, 0.74),
      left: this.side < 0 ? lit : dark,
      right: this.side > 0 ? lit : dark,
      top: this.tone(colour, 1),
      bottom: this.tone(colour, 0.02),
    };
  }

  get shadowColour(): string {
    return this.isDusk ? '#0c0d2a' : this.time === 'golden' ? '#3a2450' : '#1d2f55';
  }
}

/** The light of a recipe; day is morning or noon. */
export function lightOf(time: 'day' | Exclude<TimeOfDay, 'morning' | 'noon'>, rng: Rng): Light {
  const side = rng.side();
  return new Light(time === 'day' ? rng.pick(['morning', 'noon']) : time, side);
}
