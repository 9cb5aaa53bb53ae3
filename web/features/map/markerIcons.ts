import { type DivIcon, divIcon } from 'leaflet';
import type { MapCluster } from '#shared/contracts/properties.ts';
import type { NearbyCategory } from '#shared/labels.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { PRICE_TIERS, type PriceKind, type PriceTier, priceKind, priceTier } from '#shared/priceTiers.ts';
import { t } from '#web/lib/i18n.tsx';
import styles from './MapFrame.module.css';
import type { MapItem } from './mapBasics.ts';

const TIER_STROKE = {
  affordable: '[stroke:var(--map-affordable)]',
  mid_range: '[stroke:var(--map-mid-range)]',
  premium: '[stroke:var(--map-premium)]',
};
const TIER_FILL = {
  affordable: '[background:var(--map-affordable)]',
  mid_range: '[background:var(--map-mid-range)]',
  premium: '[background:var(--map-premium)]',
};
const TIER_BORDER = {
  affordable: '[border-color:var(--map-affordable)]',
  mid_range: '[border-color:var(--map-mid-range-line)]',
  premium: '[border-color:var(--map-premium)]',
};

/** Sales are filled and monthly prices are outlined: no mark of one kind can be taken for the other. */
export const tierSwatch: Record<PriceKind, (tier: PriceTier) => string> = {
  sale: (tier) => TIER_FILL[tier],
  monthly: (tier) => `border-[3px] bg-surface ${TIER_BORDER[tier]}`,
};

// Leaflet shows a marker as a block.
const anchor = 'group/mark grid place-items-center';
const pointed = 'group-hover/mark:scale-112 group-focus-visible/mark:scale-112';
export const roundMark = 'disc border-2 border-white [box-shadow:var(--map-shadow)]';
const outlined = 'outline-3 outline-ink outline-offset-1';

export function priceText(item: Pick<MapItem, 'price' | 'listing_type'>): string {
  return `${formatShortPrice(item.price)}${t(priceSuffix(item.listing_type))}`;
}

const pillLook: Record<PriceKind, (tier: PriceTier) => string> = {
  sale: (tier) => `${TIER_FILL[tier]} ${tier === 'mid_range' ? 'text-[#3b2300]' : 'text-white'}`,
  monthly: (tier) => `border-[2.5px] bg-surface text-ink ${TIER_BORDER[tier]}`,
};

/** A price pill whose tip points at the spot. */
export function pillIcon(item: MapItem, isSelected: boolean): DivIcon {
  const suffix = `<small class="text-[0.625rem] font-semibold opacity-90">${t(priceSuffix(item.listing_type))}</small>`;
  const kind = priceKind(item.listing_type);
  const look = pillLook[kind](priceTier(kind, item.price));
  const state = isSelected
    ? `scale-112 ${outlined}`
    : 'group-focus-visible/mark:outline-3 group-focus-visible/mark:outline-ink group-focus-visible/mark:outline-offset-1';
  return divIcon({
    className: anchor,
    html: `<span class="${styles.pill} ${pointed} ${look} ${state}">${formatShortPrice(item.price)}${suffix}</span>`,
    iconSize: [0, 0],
    popupAnchor: [0, -30],
  });
}

const RING_PX: Record<PriceKind, number> = { sale: 6, monthly: 3 };
/** The disc inside the thinner ring. */
const THIN_RING = 'w-[calc(100%_-_5px)] h-[calc(100%_-_5px)]';
const CLUSTER_SIZE = { 40: 'w-[40px] h-[40px]', 46: 'w-[46px] h-[46px]', 54: 'w-[54px] h-[54px]' };

/** 12,400 as '12.4K': a ring has room for four characters. */
const shortCount = (count: number) =>
  new Intl.NumberFormat('en-PH', { notation: 'compact', maximumSignificantDigits: 3 }).format(count);

/** Null: sales and monthly prices together, of which no color of a price could be said. */
export function clusterKind({ count, monthly }: Pick<MapCluster, 'count' | 'monthly'>): PriceKind | null {
  if (monthly === 0) return 'sale';
  return monthly === count ? 'monthly' : null;
}

/** A count inside a ring that shows how the prices in it are shared out; of both kinds of prices it is gray. */
export function clusterIcon(
  cluster: Pick<MapCluster, 'count' | 'price_tiers' | 'monthly'>,
  isHighlighted = false,
): DivIcon {
  const { count, price_tiers } = cluster;
  const kind = clusterKind(cluster);
  const size = count >= 100 ? 54 : count >= 10 ? 46 : 40;
  const width = RING_PX[kind ?? 'sale'];
  const circle = (look: string, rest = '') =>
    `<circle class="${look}" cx="${size / 2}" cy="${size / 2}" r="${(size - width) / 2}"${rest}/>`;
  let from = 0;
  const slices = PRICE_TIERS.filter((tier) => price_tiers[tier] > 0).map((tier) => {
    const to = from + (price_tiers[tier] / count) * 100;
    const part = ` pathLength="100" stroke-dasharray="${(to - from).toFixed(1)} 100" stroke-dashoffset="${(-from).toFixed(1)}"`;
    from = to;
    return circle(TIER_STROKE[tier], part);
  });
  const ring = kind ? slices.join('') : circle('[stroke:var(--map-mixed)]');
  // Drawn with attributes: the page's policy takes no style from a text.
  const drawing = `<svg class="absolute inset-0 -rotate-90" width="${size}" height="${size}" fill="none"
    stroke-width="${width}" aria-hidden="true">${ring}</svg>`;
  const state = isHighlighted ? `${outlined} scale-110` : 'group-hover/mark:scale-107';
  const textSize = count >= 1_000 ? 'text-caption' : 'text-sm';
  return divIcon({
    className: anchor,
    html: `<span class="${styles.cluster} ${CLUSTER_SIZE[size]} ${state}">
      ${drawing}<b class="${textSize} ${kind === 'monthly' ? THIN_RING : ''}">${shortCount(count)}</b></span>`,
    iconSize: [size, size],
    popupAnchor: [0, -size / 2 + 4],
  });
}

/** The property itself, on a map of one place. */
export function homeIcon(): DivIcon {
  return divIcon({
    className: anchor,
    html: `<svg class="overflow-visible fill-primary stroke-white stroke-2 [filter:drop-shadow(0_2px_4px_rgb(15_23_42_/_0.45))]" viewBox="0 0 40 50" width="40" height="50" aria-hidden="true">
      <path d="M20 49c-1-5-15-16-15-29a15 15 0 0 1 30 0c0 13-14 24-15 29z"/>
      <path class="fill-white stroke-none" d="M12.5 20.5 20 14l7.5 6.5v8h-5v-5h-5v5h-5z"/></svg>`,
    iconSize: [40, 50],
    iconAnchor: [20, 49],
    popupAnchor: [0, -44],
  });
}

export const NEARBY_COLOR: Record<NearbyCategory, string> = {
  school: 'bg-[#7c3aed]',
  hospital: 'bg-[#be123c]',
  shopping: 'bg-[#b45309]',
  transport: 'bg-[#0f766e]',
};

/** Drawn on a 24 × 24 grid with strokes. */
export const NEARBY_ICON_PATH: Record<NearbyCategory, string> = {
  school: 'M22 9 12 5 2 9l10 4 10-4v6M6 10.8V16c0 1.5 3 3 6 3s6-1.5 6-3v-5.2',
  hospital: 'M12 4v16M4 12h16',
  shopping: 'M5 8h14l1 12H4L5 8zM9 11V7a3 3 0 0 1 6 0v4',
  transport: 'M6 4h12v12H6zM6 11h12M9 20l1.5-4M15 20l-1.5-4M9 13.5h0M15 13.5h0',
};

/** A drawing on that grid. */
export const strokes = (path: string, size: number): string =>
  `<svg viewBox="0 0 24 24" width="${size}" height="${size}" fill="none" stroke="currentColor" stroke-width="2.2"
    stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

export function nearbyIcon(category: NearbyCategory, isPointed: boolean): DivIcon {
  const state = isPointed ? `scale-125 ${outlined}` : 'group-hover/mark:scale-112';
  const look = `${roundMark} w-[26px] h-[26px] text-white transition-[scale] duration-120 ${state} ${NEARBY_COLOR[category]}`;
  return divIcon({
    className: anchor,
    html: `<span class="${look}">${strokes(NEARBY_ICON_PATH[category], 15)}</span>`,
    iconSize: [28, 28],
    popupAnchor: [0, -12],
  });
}
