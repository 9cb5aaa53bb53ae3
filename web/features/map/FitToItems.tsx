import { latLngBounds } from 'leaflet';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-leaflet';
import type { MapBounds, MapItem } from './clusters.ts';
import { DEFAULT_CENTER, DEFAULT_ZOOM, FIT_PADDING_PX, SINGLE_PROPERTY_ZOOM } from './mapDefaults.ts';

/** Keeps units of one building from being shown at rooftop level. */
const CLOSEST_FIT_ZOOM = 16;

/** As shares of the view: a part of the map that the visitor chose by looking at it is not shown again slightly shifted. */
const SAME_AREA = 0.02;

interface FitToItemsProps {
  items: MapItem[];
  fitKey: string;
  /** Shown in place of the items' extent. */
  area: MapBounds | undefined;
}

/** Fits the view to the items (specification, part 1 §2 and §9), again only when `fitKey` changes. */
export function FitToItems({ items, fitKey, area }: FitToItemsProps) {
  const map = useMap();
  const fittedKey = useRef<string | null>(null);

  useEffect(() => {
    if (fittedKey.current === fitKey) return;
    const isFirst = fittedKey.current === null;
    fittedKey.current = fitKey;
    const [only] = items;
    if (area) {
      const bounds = latLngBounds([area.south, area.west], [area.north, area.east]);
      const isShown =
        map.getBounds().pad(SAME_AREA).contains(bounds) && bounds.pad(SAME_AREA).contains(map.getBounds());
      if (!isShown) map.fitBounds(bounds, { animate: !isFirst });
    } else if (!only) {
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
  }, [map, items, fitKey, area]);

  return null;
}
