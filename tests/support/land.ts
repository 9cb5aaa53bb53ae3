import areas from '#shared/geography/areas.json' with { type: 'json' };
import land from '#shared/geography/land.json' with { type: 'json' };

/** Latitude, longitude pairs; closed or not. */
type Ring = number[][];

/** Even-odd ray casting. */
function isInside(ring: Ring, lat: number, lng: number): boolean {
  let isIn = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [lat1 = 0, lng1 = 0] = ring[at] ?? [];
    const [lat2 = 0, lng2 = 0] = ring[before] ?? [];
    if (lat1 > lat !== lat2 > lat && lng < ((lng2 - lng1) * (lat - lat1)) / (lat2 - lat1) + lng1) isIn = !isIn;
  }
  return isIn;
}

function isInArea(kinds: string[], lat: number, lng: number): boolean {
  return areas.some((area) => kinds.includes(area.kind) && isInside(area.points, lat, lng));
}

/** Whether a point is dry by the bundled base map: not in the sea, Laguna de Bay or a reservoir. Rivers do not count. */
export function isOnLand(lat: number, lng: number): boolean {
  if (isInArea(['island'], lat, lng)) return true;
  return land.some((shore) => isInside(shore, lat, lng)) && !isInArea(['lake', 'water'], lat, lng);
}
