import { distanceBetween } from '#shared/nearbyPlaces.ts';
import { travelMinutes } from '#shared/travelTime.ts';

export interface Spot {
  lat: number;
  lng: number;
}

/** A place to be seen; without times where nothing is agreed on yet. */
export interface Stop extends Spot {
  id: number;
  propertyId: number;
  title: string;
  address: string;
  time?: { starts_at: string; ends_at: string };
  /** The other side's name. */
  person?: string;
}

/** To park, and to get in: besides driving at rush hour, as minutes to places are estimated. */
export const MINUTES_TO_GET_IN = 10;

/**
 * The ways between stops, in their order: one less than there are stops. `metres` of the straight line, assumed `minutes` of
 * the whole way, and the `gap` between the viewings in minutes; null where nothing is agreed on.
 */
export function legsOf(stops: readonly Stop[]) {
  return stops.slice(1).map((next, at) => {
    const stop = stops[at] as Stop;
    const metres = distanceBetween(stop, next);
    // Two homes in one building ask for no way at all.
    const minutes = metres < 100 ? 0 : Math.ceil(travelMinutes('car', metres, true) + MINUTES_TO_GET_IN);
    const gap =
      stop.time && next.time
        ? Math.round((Date.parse(next.time.starts_at) - Date.parse(stop.time.ends_at)) / 60_000)
        : null;
    return { metres, minutes, gap, isTooShort: gap !== null && gap < minutes };
  });
}

/** Directions in a maps app take so many places at once. */
const PLACES_AT_ONCE = 10;

/** Links that open the way in a maps app; a long one in parts, each beginning where the one before ends. */
export function mapsLinks(stops: readonly Spot[]): string[] {
  const links: string[] = [];
  for (let start = 0; start < stops.length - 1; start += PLACES_AT_ONCE - 1) {
    const places = stops.slice(start, start + PLACES_AT_ONCE).map(({ lat, lng }) => `${lat},${lng}`);
    const between = places.slice(1, -1).join('|');
    const query = new URLSearchParams({
      api: '1',
      origin: places[0] ?? '',
      destination: places.at(-1) ?? '',
      ...(between && { waypoints: between }),
      travelmode: 'driving',
    });
    links.push(`https://www.google.com/maps/dir/?${query}`);
  }
  return links;
}

/** First stops from which the nearest neighbour is tried: few for a long way, or the page would stand still. */
const beginningsOf = (count: number) => (count <= 25 ? count : 4);

/** A short way through all spots: nearest neighbours from several beginnings, shortened by turning stretches (2-opt). */
export function suggestOrder<Own extends Spot>(spots: readonly Own[]): Own[] {
  if (spots.length < 3) return [...spots];
  const between = spots.map((from) => spots.map((to) => distanceBetween(from, to)));
  const distance = (from: number, to: number) => between[from]?.[to] ?? 0;
  let best: number[] = [];
  let bestLength = Number.POSITIVE_INFINITY;
  for (let beginning = 0; beginning < beginningsOf(spots.length); beginning += 1) {
    const order = withoutCrossings(nearestFirst(beginning, spots.length, distance), distance);
    const length = order.slice(1).reduce((sum, to, at) => sum + distance(order[at] as number, to), 0);
    if (length < bestLength) [best, bestLength] = [order, length];
  }
  return best.map((at) => spots[at] as Own);
}

type Distance = (from: number, to: number) => number;

function nearestFirst(beginning: number, count: number, distance: Distance): number[] {
  const order = [beginning];
  const left = new Set(Array.from({ length: count }, (_, at) => at).filter((at) => at !== beginning));
  for (let last = beginning; left.size > 0; ) {
    last = [...left].reduce((near, at) => (distance(last, at) < distance(last, near) ? at : near));
    left.delete(last);
    order.push(last);
  }
  return order;
}

/** Less than a millimetre is no gain: rounding must not go on for ever. */
const GAIN_M = 0.001;

function withoutCrossings(given: readonly number[], distance: Distance): number[] {
  let order = [...given];
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (let from = 0; from < order.length - 1; from += 1)
      for (let to = from + 1; to < order.length; to += 1) {
        const [before, first, last, after] = [order[from - 1], order[from], order[to], order[to + 1]];
        const edge = (one: number | undefined, other: number | undefined) =>
          one === undefined || other === undefined ? 0 : distance(one, other);
        const gain = edge(before, first) + edge(last, after) - edge(before, last) - edge(first, after);
        if (gain <= GAIN_M) continue;
        order = [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)];
        isShorter = true;
      }
  }
  return order;
}
