import { type DivIcon, divIcon } from 'leaflet';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import type { MapItem, MapMark } from './clusters.ts';
import styles from './markerIcons.module.css';
import { PRICE_TIERS, priceTier } from './priceTier.ts';

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
