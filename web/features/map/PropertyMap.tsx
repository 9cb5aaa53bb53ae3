import { Fragment, type ReactNode, useMemo } from 'react';
import { indexItems, type MapBounds, type MapItem } from './clusters.ts';
import { FitToItems } from './FitToItems.tsx';
import { MapFrame } from './MapFrame.tsx';
import { MapLegend } from './MapLegend.tsx';
import { DEFAULT_CENTER, DEFAULT_ZOOM } from './mapDefaults.ts';
import styles from './PropertyMap.module.css';
import { PropertyMarks } from './PropertyMarks.tsx';
import type { PointedItem } from './pointedItem.ts';

export type { MapBounds, MapItem } from './clusters.ts';

export interface PropertyMapProps<T extends MapItem> {
  /** Only properties with coordinates. */
  items: T[];
  /** Empty: the bundled base map only. */
  tileUrl: string;
  /** The inside of a popup, 280 px wide. */
  renderPopup: (item: T) => ReactNode;
  /** After every pan and zoom, and once at the start. */
  onBoundsChange?: ((bounds: MapBounds) => void) | undefined;
  /** Beside 'Showing N properties', above the colour key. */
  guide: ReactNode;
  /** What can be done about the part of the map that is shown; stands in the legend. */
  action: ReactNode;
  /** Brought into view and opened. */
  selectedId?: number | null | undefined;
  /** Stands out among the markers: the property that is pointed at elsewhere. */
  pointedItem?: PointedItem | undefined;
  /** The part of the map that was searched; shown in place of the items' extent. */
  fitArea?: MapBounds | undefined;
  /**
   * Names the search that the items answer; the view is refitted only when it changes. Without it, whenever the set of
   * ids changes: then the items must not depend on `onBoundsChange`.
   */
  fitKey?: string | undefined;
  className?: string | undefined;
}

/** Properties on a map: price pills, clustered. Fills its parent, which gives it a height. */
export function PropertyMap<T extends MapItem>(props: PropertyMapProps<T>) {
  const { items, tileUrl, renderPopup, onBoundsChange, guide, action, selectedId, className } = props;
  const index = useMemo(() => indexItems(items), [items]);
  const idsKey = useMemo(
    () =>
      items
        .map((item) => item.id)
        .sort((one, other) => one - other)
        .join(),
    [items],
  );

  return (
    <MapFrame
      center={DEFAULT_CENTER}
      zoom={DEFAULT_ZOOM}
      tileUrl={tileUrl}
      label="Map of properties"
      className={className}
      footer={<MapLegend count={items.length} guide={guide} action={action} />}
    >
      <FitToItems items={items} fitKey={props.fitKey ?? idsKey} area={props.fitArea} />
      <PropertyMarks
        items={items}
        index={index}
        selectedId={selectedId ?? null}
        pointedItem={props.pointedItem}
        onBoundsChange={onBoundsChange}
        renderPopup={(found) => (
          <div className={`flex flex-col w-[280px] max-w-[72vw] max-h-96 overflow-auto ${styles.popup}`}>
            {found.map((item) => (
              <Fragment key={item.id}>{renderPopup(item)}</Fragment>
            ))}
          </div>
        )}
      />
    </MapFrame>
  );
}
