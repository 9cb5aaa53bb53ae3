import type { MapCluster } from '#shared/contracts/properties.ts';
import type { ListingType } from '#shared/listing/vocabulary.ts';
import {
  latitudeAt,
  longitudeAt,
  mercatorX,
  mercatorY,
  type TileRange,
  UNIT_BITS,
  UNITS,
} from '#shared/mapTiles.ts';
import { PRICE_TIERS, priceKind, priceTier } from '#shared/priceTiers.ts';
import type { Bounds } from './filter.ts';

/** A cell is a sixteenth of a tile: 64 pixels wide and high on the screen. */
const CELL_BITS_IN_TILE = 2;
const CELL_PX = 64;

const toUnits = (part: number) => Math.min(Math.floor(part * UNITS), UNITS - 1);
/** From degrees; to be computed once for a listing that is grouped again and again. */
export const unitX = (lng: number) => toUnits(mercatorX(lng));
export const unitY = (lat: number) => toUnits(mercatorY(lat));

/** Marks that come nearer to each other than this become one. */
const NEAR_PX = 56;
/** Rounds of joining neighbours. A round reads the cells up to two away, and joins the cells one away. */
const ROUNDS = 2;
const MARGIN = 2 * ROUNDS + 1;

/** Degrees by which the edges of cells may be off. */
const ROUNDING = 1e-7;

/** The listings of one cell, or of several that were joined. */
interface Cell {
  count: number;
  sumX: number;
  sumY: number;
  minX: number;
  maxX: number;
  minY: number;
  maxY: number;
  minPrice: number;
  /** How many there are of each of `BANDS`. */
  bands: number[];
  id: number;
}

const joinCells = (one: Cell, other: Cell): Cell => ({
  count: one.count + other.count,
  sumX: one.sumX + other.sumX,
  sumY: one.sumY + other.sumY,
  minX: Math.min(one.minX, other.minX),
  maxX: Math.max(one.maxX, other.maxX),
  minY: Math.min(one.minY, other.minY),
  maxY: Math.max(one.maxY, other.maxY),
  minPrice: Math.min(one.minPrice, other.minPrice),
  bands: one.bands.map((count, band) => count + (other.bands[band] ?? 0)),
  id: one.id,
});

/** The price bands of sales, then those of monthly rents. */
const BANDS = PRICE_TIERS.length * 2;

/** A number from 0 to 5, to be computed once for a listing that is grouped again and again. @param price pesos */
export function priceBand(listingType: ListingType, price: number): number {
  const kind = priceKind(listingType);
  return PRICE_TIERS.indexOf(priceTier(kind, price)) + (kind === 'monthly' ? PRICE_TIERS.length : 0);
}

// Side by side in two arrays: a scan of a million listings touches two places in memory for each, and makes no object.
const MIN_X = 0;
const MAX_X = 1;
const MIN_Y = 2;
const MAX_Y = 3;
const ID = 4;
const FIRST_BAND = 5;
const WHOLE_NUMBERS = FIRST_BAND + BANDS;

const SUM_X = 0;
const SUM_Y = 1;
const MIN_PRICE = 2;
const DOUBLES = 3;

/** Groups listings by the cells of some tiles and of a margin around them, without which neighbouring views would not agree. */
export class CellGrid {
  /** Right shift from units to cells. */
  readonly shift: number;
  private readonly left: number;
  private readonly top: number;
  private readonly columns: number;
  private readonly rows: number;
  /** Number of listings of each cell, by rows from the north-west. */
  private readonly whole: Int32Array;
  private readonly doubles: Float64Array;

  constructor(private readonly tiles: TileRange) {
    const bits = tiles.zoom + CELL_BITS_IN_TILE;
    const last = 2 ** bits - 1;
    this.shift = UNIT_BITS - bits;
    this.left = Math.max((tiles.west << CELL_BITS_IN_TILE) - MARGIN, 0);
    this.top = Math.max((tiles.north << CELL_BITS_IN_TILE) - MARGIN, 0);
    this.columns = Math.min(((tiles.east + 1) << CELL_BITS_IN_TILE) - 1 + MARGIN, last) - this.left + 1;
    this.rows = Math.min(((tiles.south + 1) << CELL_BITS_IN_TILE) - 1 + MARGIN, last) - this.top + 1;
    this.whole = new Int32Array(this.columns * this.rows * WHOLE_NUMBERS);
    this.doubles = new Float64Array(this.columns * this.rows * DOUBLES);
  }

  /** The bounds in degrees of the listings to be added; null is anywhere. Others may be added, and are left out. */
  get bounds(): Bounds | null {
    const { zoom, west, north, east, south } = this.tiles;
    const last = 2 ** zoom - 1;
    if (west === 0 && north === 0 && east === last && south === last) return null;
    const edge = 2 ** (zoom + CELL_BITS_IN_TILE);
    const [right, bottom] = [this.left + this.columns, this.top + this.rows];
    return {
      west: this.left === 0 ? -180 : longitudeAt(this.left / edge) - ROUNDING,
      east: right === edge ? 180 : longitudeAt(right / edge) + ROUNDING,
      north: this.top === 0 ? 90 : latitudeAt(this.top / edge) + ROUNDING,
      south: bottom === edge ? -90 : latitudeAt(bottom / edge) - ROUNDING,
    };
  }

  /** @param x from `unitX` @param y from `unitY` @param price pesos @param band from `priceBand` */
  add(id: number, x: number, y: number, price: number, band: number): void {
    const column = (x >> this.shift) - this.left;
    const row = (y >> this.shift) - this.top;
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return;
    const { whole, doubles } = this;
    const cell = row * this.columns + column;
    const at = cell * WHOLE_NUMBERS;
    const atDoubles = cell * DOUBLES;
    if (whole[at + ID] === 0) {
      whole[at + ID] = id;
      whole[at + MIN_X] = x;
      whole[at + MAX_X] = x;
      whole[at + MIN_Y] = y;
      whole[at + MAX_Y] = y;
      doubles[atDoubles + MIN_PRICE] = price;
    } else {
      if (x < (whole[at + MIN_X] as number)) whole[at + MIN_X] = x;
      else if (x > (whole[at + MAX_X] as number)) whole[at + MAX_X] = x;
      if (y < (whole[at + MIN_Y] as number)) whole[at + MIN_Y] = y;
      else if (y > (whole[at + MAX_Y] as number)) whole[at + MAX_Y] = y;
      if (price < (doubles[atDoubles + MIN_PRICE] as number)) doubles[atDoubles + MIN_PRICE] = price;
    }
    whole[at + FIRST_BAND + band] = (whole[at + FIRST_BAND + band] as number) + 1;
    doubles[atDoubles + SUM_X] = (doubles[atDoubles + SUM_X] as number) + x;
    doubles[atDoubles + SUM_Y] = (doubles[atDoubles + SUM_Y] as number) + y;
  }

  /** The marks of the tiles: near cells joined, each group in the tile of its fullest cell, the same for all tiles. */
  readMarks(): { clusters: MapCluster[]; lone: number[] } {
    const { west, north, east, south } = this.tiles;
    const cells = this.readCells();
    const marks = new Map<number, Cell>();
    for (const [at, joinedTo] of this.joinNearCells(cells)) {
      const column = (this.left + (joinedTo % this.columns)) >> CELL_BITS_IN_TILE;
      const row = (this.top + Math.floor(joinedTo / this.columns)) >> CELL_BITS_IN_TILE;
      const cell = cells.get(at);
      if (!cell || column < west || column > east || row < north || row > south) continue;
      const others = marks.get(joinedTo);
      marks.set(joinedTo, others ? joinCells(others, cell) : cell);
    }
    const all = [...marks.values()];
    return {
      clusters: all.filter(({ count }) => count > 1).map(presentCluster),
      lone: all.filter(({ count }) => count === 1).map(({ id }) => id),
    };
  }

  /** The cells that hold listings, by their place. */
  private readCells(): Map<number, Cell> {
    const cells = new Map<number, Cell>();
    for (let at = 0; at < this.columns * this.rows; at++) {
      const id = this.whole[at * WHOLE_NUMBERS + ID];
      if (!id) continue;
      const [minX = 0, maxX = 0, minY = 0, maxY = 0, , ...bands] = this.whole.subarray(
        at * WHOLE_NUMBERS,
        (at + 1) * WHOLE_NUMBERS,
      );
      const [sumX = 0, sumY = 0, minPrice = 0] = this.doubles.subarray(at * DOUBLES, (at + 1) * DOUBLES);
      const count = bands.reduce((sum, one) => sum + one, 0);
      cells.set(at, { count, sumX, sumY, minX, maxX, minY, maxY, minPrice, bands, id });
    }
    return cells;
  }

  /**
   * A cell that no near cell surpasses absorbs the near ones; a second round does the same with the rest. The
   * result depends only on a few cells around.
   * @returns for the place of each cell the place of the cell that absorbs it, which may be itself.
   */
  private joinNearCells(cells: ReadonlyMap<number, Cell>): Map<number, number> {
    const countAt = (at: number) => cells.get(at)?.count ?? 0;
    /** Equally full cells: the first one surpasses the others; their order is the same in every grid. */
    const surpasses = (at: number, other: number) =>
      countAt(at) === countAt(other) ? at < other : countAt(at) > countAt(other);
    const near = new Map([...cells].map(([at, cell]) => [at, this.cellsNear(cells, at, cell)]));
    const joined = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const left = [...cells.keys()].filter((at) => !joined.has(at));
      const isTop = (at: number) =>
        near.get(at)?.every((other) => joined.has(other) || surpasses(at, other)) === true;
      const tops = new Set(left.filter(isTop));
      for (const at of left) {
        const takers = tops.has(at) ? [at] : (near.get(at)?.filter((other) => tops.has(other)) ?? []);
        const [fullest] = takers.sort((one, other) => (surpasses(one, other) ? -1 : 1));
        if (fullest !== undefined) joined.set(at, fullest);
      }
    }
    for (const at of cells.keys()) if (!joined.has(at)) joined.set(at, at);
    return joined;
  }

  private cellsNear(cells: ReadonlyMap<number, Cell>, at: number, cell: Cell): number[] {
    const reach = (NEAR_PX / CELL_PX) * 2 ** this.shift;
    const column = at % this.columns;
    const near: number[] = [];
    for (let down = -1; down <= 1; down++)
      for (let aside = -1; aside <= 1; aside++) {
        const place = at + down * this.columns + aside;
        const other = place === at ? undefined : cells.get(place);
        if (!other || column + aside < 0 || column + aside >= this.columns) continue;
        const x = other.sumX / other.count - cell.sumX / cell.count;
        const y = other.sumY / other.count - cell.sumY / cell.count;
        if (x * x + y * y < reach * reach) near.push(place);
      }
    return near;
  }
}

/** Some ten centimetres. */
const DECIMALS = 1e6;
const down = (degrees: number) => Math.floor(degrees * DECIMALS) / DECIMALS;
const up = (degrees: number) => Math.ceil(degrees * DECIMALS) / DECIMALS;
const nearest = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS;

function presentCluster(cell: Cell): MapCluster {
  const { count, bands } = cell;
  const [affordable = 0, mid_range = 0, premium = 0] = PRICE_TIERS.map(
    (_, tier) => (bands[tier] ?? 0) + (bands[tier + PRICE_TIERS.length] ?? 0),
  );
  const monthly = bands.slice(PRICE_TIERS.length).reduce((sum, one) => sum + one, 0);
  return {
    lat: nearest(latitudeAt((cell.sumY / count + 0.5) / UNITS)),
    lng: nearest(longitudeAt((cell.sumX / count + 0.5) / UNITS)),
    count,
    min_price: cell.minPrice,
    price_tiers: { affordable, mid_range, premium },
    monthly,
    bounds: {
      west: down(longitudeAt(cell.minX / UNITS)),
      south: down(latitudeAt((cell.maxY + 1) / UNITS)),
      east: up(longitudeAt((cell.maxX + 1) / UNITS)),
      north: up(latitudeAt(cell.minY / UNITS)),
    },
  };
}
