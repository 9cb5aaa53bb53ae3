import type { FloodFeatures } from '#shared/contracts/floodHazard.ts';
import type { FloodLevel } from '#shared/floodHazard.ts';

/** A sample of the layer, drawn by hand without measurements; its name says so on every map. */
export const floodSample = {
  name: 'Sample areas for demonstration, not real hazard data',
  source: 'the demo of this software',
};

type Corner = [lng: number, lat: number];

const drawn: [FloodLevel, Corner[]][] = [
  [
    'low',
    [
      [121.07, 14.665],
      [121.115, 14.67],
      [121.125, 14.62],
      [121.105, 14.58],
      [121.075, 14.6],
    ],
  ],
  [
    'medium',
    [
      [121.08, 14.655],
      [121.108, 14.658],
      [121.11, 14.615],
      [121.095, 14.59],
      [121.082, 14.61],
    ],
  ],
  [
    'high',
    [
      [121.088, 14.648],
      [121.1, 14.65],
      [121.1, 14.618],
      [121.091, 14.602],
      [121.086, 14.62],
    ],
  ],
  [
    'low',
    [
      [121.0, 14.575],
      [121.05, 14.572],
      [121.06, 14.548],
      [121.02, 14.545],
      [120.998, 14.555],
    ],
  ],
  [
    'medium',
    [
      [121.012, 14.568],
      [121.042, 14.566],
      [121.046, 14.553],
      [121.016, 14.552],
    ],
  ],
  [
    'medium',
    [
      [120.935, 14.69],
      [120.965, 14.69],
      [120.968, 14.645],
      [120.942, 14.64],
    ],
  ],
  [
    'high',
    [
      [120.942, 14.68],
      [120.957, 14.68],
      [120.958, 14.655],
      [120.945, 14.652],
    ],
  ],
  [
    'low',
    [
      [120.978, 14.625],
      [121.0, 14.622],
      [121.004, 14.595],
      [120.982, 14.592],
    ],
  ],
  [
    'high',
    [
      [121.07, 14.53],
      [121.09, 14.525],
      [121.085, 14.49],
      [121.068, 14.495],
    ],
  ],
];

export const floodSampleShapes = (): FloodFeatures => ({
  type: 'FeatureCollection',
  features: drawn.map(([level, corners]) => ({
    type: 'Feature',
    properties: { level },
    geometry: { type: 'Polygon', coordinates: [[...corners, corners[0] ?? [0, 0]]] },
  })),
});
