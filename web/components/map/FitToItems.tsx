import { latLngBounds } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import type { MapItem } from './clusters.ts';
import { DEFAULT_CENTER, DEFAULT_ZOOM, FIT_PADDING_PX, SINGLE_PROPERTY_ZOOM } from './mapDefaults.ts';

/** Keeps units of one building from being shown at rooftop level. */
const CLOSEST_FIT_ZOOM = 16;

/** Fits the view to the items (specification, part 1 §2 and §9), again only when `fitKey` changes. */
export function FitToItems({ items, fitKey }: { items: MapItem[]; fitKey: string }) {
  const map = useMap();
  const fittedKey = useRef<string | null>(null);

  useEffect(() => {
    if (fittedKey.current === fitKey) return;
    const isFirst = fittedKey.current === null;
    fittedKey.current = fitKey;
    const [only] = items;
    if (!only) {
      map.setView(DEFAULT_CENTER, DEFAULT_ZOOM);
    } else if (items.length === 1) {
      map.setView(only, SINGLE_PROPERTY_ZOOM, { animate: !isFirst });
    } else {
      map.fitBounds(latLngBounds(items.map(({ lat, lng }) => [lat, lng])), {
        padding: [FIT_PADDING_PX, FIT_PADDING_PX],
        maxZoom: CLOSEST_FIT_ZOOM,
        animate: !isFirst,
      });
    }
  }, [map, items, fitKey]);

  return null;
}
