import { type DivIcon, divIcon } from 'leaflet';
import type { NearbyCategory } from '#shared/nearbyPlaces.ts';
import styles from './nearbyIcons.module.css';

/** Drawn on a 24 × 24 grid with strokes. */
export const NEARBY_ICON_PATH: Record<NearbyCategory, string> = {
  school: 'M22 9 12 5 2 9l10 4 10-4v6M6 10.8V16c0 1.5 3 3 6 3s6-1.5 6-3v-5.2',
  hospital: 'M12 4v16M4 12h16',
  shopping: 'M5 8h14l1 12H4L5 8zM9 11V7a3 3 0 0 1 6 0v4',
  transport: 'M6 4h12v12H6zM6 11h12M9 20l1.5-4M15 20l-1.5-4M9 13.5h0M15 13.5h0',
};

export function nearbyIcon(category: NearbyCategory): DivIcon {
  return divIcon({
    className: styles.anchor ?? '',
    html: `<span class="${styles.badge} ${styles[category]}"><svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true"><path d="${NEARBY_ICON_PATH[category]}"/></svg></span>`,
    iconSize: [28, 28],
    popupAnchor: [0, -12],
  });
}
