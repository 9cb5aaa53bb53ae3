import './leaflet.css';
import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, type Ref, useEffect } from 'react';
import { MapContainer, useMap, ZoomControl } from 'react-leaflet';
import { t } from '#web/lib/i18n.tsx';
import { BaseMapLayer } from './BaseMapLayer.tsx';
import styles from './MapFrame.module.css';
import { MAX_ZOOM, MIN_ZOOM } from './mapBasics.ts';

interface MapFrameProps {
  center: { lat: number; lng: number };
  zoom: number;
  /** Empty: the bundled base map only. */
  tileUrl: string;
  label: string;
  /** Layers and behaviour, inside the Leaflet map. */
  children: ReactNode;
  /** Panels laid over the map. */
  overlay?: ReactNode;
  /** The map reaches the edges of the window; the overlay has its zoom buttons. */
  isFullScreen?: boolean;
  /** Above the map; a map that has one has its zoom buttons there. */
  header?: ReactNode;
  /** Below the map, where it hides no marker. */
  footer?: ReactNode;
  ref?: Ref<LeafletMap>;
}

/** The common part of all maps: base map, bounds and the look of Leaflet's controls. Fills its parent. */
export function MapFrame(props: MapFrameProps) {
  const {
    center,
    zoom,
    tileUrl,
    label,
    children,
    overlay,
    header,
    footer,
    isFullScreen = false,
    ref = null,
  } = props;
  return (
    <section
      // Leaflet's panes count up to 1000: isolated, they stay below dialogs and menus.
      className={`relative isolate flex flex-col size-full overflow-hidden text-ink ${isFullScreen ? '' : 'min-h-60 border border-line rounded-md'} ${styles.frame}`}
      aria-label={label}
    >
      {header}
      <div className="relative grid flex-1 min-h-0 [container-type:size]">
        <MapContainer
          className={styles.map ?? ''}
          ref={ref}
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
          <FollowSize />
          {/* Away from the top, where popups open. */}
          {!header && !isFullScreen && (
            <ZoomControl position="bottomright" zoomInTitle={t('Zoom in')} zoomOutTitle={t('Zoom out')} />
          )}
          <BaseMapLayer tileUrl={tileUrl} />
          {children}
        </MapContainer>
        {overlay}
      </div>
      {footer}
    </section>
  );
}

/** A dialog may take its size after its map has, a turned phone gives it another, and a header may grow by a line. */
function FollowSize() {
  const map = useMap();
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }));
    observer.observe(map.getContainer());
    return () => observer.disconnect();
  }, [map]);
  return null;
}
