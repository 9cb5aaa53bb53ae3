import { useEffect, useState } from 'react';
import { TileLayer, useMap } from 'react-leaflet';
import { useColorScheme } from '#web/lib/useColorScheme.ts';
import styles from './BaseMapLayer.module.css';
import { darkPalette, lightPalette } from './baseMap/palette.ts';
import { VectorBaseLayer } from './baseMap/VectorBaseLayer.ts';
import { MAX_ZOOM } from './mapDefaults.ts';
import { canReachTiles } from './tileProbe.ts';

const ATTRIBUTION =
  '&copy; <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a> contributors';
const LEAFLET_CREDIT = '<a href="https://leafletjs.com" target="_blank" rel="noreferrer">Leaflet</a>';

export interface BaseMapLayerProps {
  /** A tile address with {z}, {x} and {y}; empty means the bundled map only, and no request is made. */
  tileUrl: string;
}

/** The bundled map at once; fetched tiles above it once one of them has been seen to load. */
export function BaseMapLayer({ tileUrl }: BaseMapLayerProps) {
  const map = useMap();
  const scheme = useColorScheme();
  const [reachableUrl, setReachableUrl] = useState('');

  useEffect(() => {
    map.attributionControl?.setPrefix(LEAFLET_CREDIT);
  }, [map]);

  useEffect(() => {
    const layer = new VectorBaseLayer(scheme === 'dark' ? darkPalette : lightPalette, {
      attribution: ATTRIBUTION,
      maxZoom: MAX_ZOOM,
      zIndex: 1,
      keepBuffer: 4,
    });
    layer.addTo(map);
    return () => {
      layer.remove();
    };
  }, [map, scheme]);

  useEffect(() => {
    let isCurrent = true;
    void canReachTiles(tileUrl).then((isReachable) => {
      if (isCurrent) setReachableUrl(isReachable ? tileUrl : '');
    });
    return () => {
      isCurrent = false;
    };
  }, [tileUrl]);

  if (reachableUrl === '' || reachableUrl !== tileUrl) return null;
  // A tile that fails later stays transparent, and the bundled map shows through.
  return (
    <TileLayer
      url={reachableUrl}
      attribution={ATTRIBUTION}
      maxZoom={MAX_ZOOM}
      zIndex={2}
      className={styles.tiles ?? ''}
    />
  );
}
