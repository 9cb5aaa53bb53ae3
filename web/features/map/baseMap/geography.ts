import areasJson from '#shared/geography/areas.json' with { type: 'json' };
import landJson from '#shared/geography/land.json' with { type: 'json' };
import railsJson from '#shared/geography/rails.json' with { type: 'json' };
import roadsJson from '#shared/geography/roads.json' with { type: 'json' };
import waterwaysJson from '#shared/geography/waterways.json' with { type: 'json' };

/** Latitude, longitude pairs, in Leaflet's order. */
type Points = number[][];

export type RoadKind = 'motorway' | 'trunk' | 'primary' | 'secondary' | 'street';
export type RailKind = 'metro' | 'planned';
export type WaterwayKind = 'river' | 'canal' | 'stream';
export type AreaKind = 'lake' | 'island' | 'green' | 'water' | 'airport';

interface Named<Kind> {
  name: string;
  kind: Kind;
  points: Points;
}

/** Shores, clipped from OpenStreetMap by build/baseMap.ts. */
export const land: Points[] = landJson;
/** Our own drawing, like all that follows: good to about 150 m in Metro Manila, coarser around it. */
export const areas = areasJson as Named<AreaKind>[];
export const waterways = waterwaysJson as Named<WaterwayKind>[];
export const roads = roadsJson as Named<RoadKind>[];
export const rails = railsJson as Named<RailKind>[];

export const SEAS = [
  { name: 'Manila Bay', lat: 14.54, lng: 120.86 },
  { name: 'Laguna de Bay', lat: 14.4, lng: 121.13 },
];
