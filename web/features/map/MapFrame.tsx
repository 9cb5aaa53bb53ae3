import 'leaflet/dist/leaflet.css';
import type { ReactNode } from 'react';
import { MapContainer, ZoomControl } from 'react-leaflet';
import { BaseMapLayer } from './BaseMapLayer.tsx';
import styles from './MapFrame.module.css';
import { MAX_ZOOM, MIN_ZOOM } from './mapDefaults.ts';

interface MapFrameProps {
  center: { lat: number; lng: number };
  zoom: number;
  tileUrl: string;
  label: string;
  /** Layers and behaviour, inside the Leaflet map. */
  children: ReactNode;
  /** Panels laid over the map. */
  overlay?: ReactNode;
  /** Below the map, where it hides no marker. */
  footer?: ReactNode;
}

/** What every map of ours shares: the base map, its limits and the look of Leaflet's own controls. Fills its parent. */
export function MapFrame({ center, zoom, tileUrl, label, children, overlay, footer }: MapFrameProps) {
  return (
    <section
      // Leaflet's panes count up to 1000: isolated, they stay below dialogs and menus.
      className={`relative isolate grid grid-rows-[minmax(0,1fr)_auto] w-full h-full min-h-[240px] overflow-hidden border border-line rounded-md text-ink ${styles.frame}`}
      aria-label={label}
    >
      <MapContainer
        className={styles.map ?? ''}
        center={center}
        zoom={zoom}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        maxBounds={[
          [3, 114],
          [23, 130],
        ]}
        maxBoundsViscosity={0.8}
        zoomControl={false}
      >
        {/* Away from the top, where popups open. */}
        <ZoomControl position="bottomright" />
        <BaseMapLayer tileUrl={tileUrl} />
        {children}
      </MapContainer>
      {overlay}
      {footer}
    </section>
  );
}
