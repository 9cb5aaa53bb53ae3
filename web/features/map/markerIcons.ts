import { type DivIcon, divIcon } from 'leaflet';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import type { NearbyCategory } from '#shared/nearbyPlaces.ts';
import { type MapItem, type MapMark, PRICE_TIERS, priceTier } from './clusters.ts';
import styles from './markerIcons.module.css';

const TIER_COLORS = {
  affordable: 'var(--map-affordable)',
  midRange: 'var(--map-mid-range)',
  premium: 'var(--map-premium)',
};

export function priceText(item: Pick<MapItem, 'price' | 'listing_type'>): string {
  return `${formatShortPrice(item.price)}${priceSuffix(item.listing_type)}`;
}

/** A price pill whose tip stands on the spot. */
export function pillIcon(item: MapItem, isSelected: boolean): DivIcon {
  const suffix = `<small>${priceSuffix(item.listing_type)}</small>`;
  const classes = [styles.pill, styles[priceTier(item.price)], isSelected && styles.selected];
  return divIcon({
    className: styles.anchor ?? '',
    html: `<span class="${classes.filter(Boolean).join(' ')}">${formatShortPrice(item.price)}${suffix}</span>`,
    iconSize: [0, 0],
    popupAnchor: [0, -30],
  });
}

/** A count inside a ring that shows how the prices in it are shared out. */
export function clusterIcon(
  mark: Extract<MapMark<MapItem>, { kind: 'cluster' }>,
  isHighlighted = false,
): DivIcon {
  const size = mark.count >= 100 ? 54 : mark.count >= 10 ? 46 : 40;
  let from = 0;
  const slices = PRICE_TIERS.filter((tier) => mark.tiers[tier] > 0).map((tier) => {
    const to = from + (mark.tiers[tier] / mark.count) * 100;
    const slice = `${TIER_COLORS[tier]} ${from.toFixed(1)}% ${to.toFixed(1)}%`;
    from = to;
    return slice;
  });
  return divIcon({
    className: styles.anchor ?? '',
    html: `<span class="${styles.cluster} ${isHighlighted ? styles.selectedCluster : ''}" style="--size:${size}px;background:conic-gradient(${slices.join(',')})"><b>${mark.count}</b></span>`,
    iconSize: [size, size],
    popupAnchor: [0, -size / 2 + 4],
  });
}

/** The property itself, on a map of one place. */
export function homeIcon(): DivIcon {
  return divIcon({
    className: styles.anchor ?? '',
    html: `<svg class="${styles.home}" viewBox="0 0 40 50" width="40" height="50" aria-hidden="true">
      <path d="M20 49c-1-5-15-16-15-29a15 15 0 0 1 30 0c0 13-14 24-15 29z"/>
      <path class="${styles.homeSign}" d="M12.5 20.5 20 14l7.5 6.5v8h-5v-5h-5v5h-5z"/></svg>`,
    iconSize: [40, 50],
    iconAnchor: [20, 49],
    popupAnchor: [0, -44],
  });
}

/** Drawn on a 24 × 24 grid with strokes. */
export const NEARBY_ICON_PATH: Record<NearbyCategory, string> = {
  school: 'M22 9 12 5 2 9l10 4 10-4v6M6 10.8V16c0 1.5 3 3 6 3s6-1.5 6-3v-5.2',
  hospital: 'M12 4v16M4 12h16',
  shopping: 'M5 8h14l1 12H4L5 8zM9 11V7a3 3 0 0 1 6 0v4',
  transport: 'M6 4h12v12H6zM6 11h12M9 20l1.5-4M15 20l-1.5-4M9 13.5h0M15 13.5h0',
};

export function nearbyIcon(category: NearbyCategory): DivIcon {
  return divIcon({
    className: styles.nearbyIconsAnchor ?? '',
    html: `<span class="${styles.badge} ${styles[category]}"><svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true"><path d="${NEARBY_ICON_PATH[category]}"/></svg></span>`,
    iconSize: [28, 28],
    popupAnchor: [0, -12],
  });
}
