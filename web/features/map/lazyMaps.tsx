import { MapPin } from 'lucide-react';
import { type ComponentProps, type ComponentType, Suspense, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { MapPoint } from '#shared/contracts/properties.ts';
import { t } from '#web/lib/i18n.tsx';
import { useInBrowser } from '#web/lib/useMediaQuery.ts';
import { useSite } from '#web/lib/useSite.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useIsNear } from '#web/ui/states/WhenNear.tsx';
import type { PropertyMapProps } from './PropertyMap.tsx';
import type { LocationMap } from './placeMaps.tsx';

/** The map library is fetched when a map is first shown; it asks for a browser as soon as it is imported. */
function lazyMap<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazyWithRetry(load);
  function LazyMap(props: Props) {
    return useInBrowser() ? <Part {...props} /> : null;
  }
  return Object.assign(LazyMap, { preload: Part.preload });
}

const LoadedLocationMap = lazyMap(async () => (await import('./placeMaps.tsx')).LocationMap);

export function LazyLocationMap(props: Omit<ComponentProps<typeof LocationMap>, 'tileUrl'>) {
  const { tileUrl, isKnown } = useSite();
  return isKnown ? <NearMap {...props} tileUrl={tileUrl} /> : waiting;
}

const waiting = <Skeleton className="rounded-md" height="100%" />;

/** Until it comes near the view, or is requested, a button of the map's size replaces it. */
function NearMap(props: ComponentProps<typeof LocationMap>) {
  const box = useRef<HTMLDivElement>(null);
  const [isNear, bringNear] = useIsNear(box);
  return (
    <div ref={box} className="h-full noscript:hidden" tabIndex={-1}>
      {isNear ? (
        <Suspense fallback={waiting}>
          <LoadedLocationMap {...props} />
        </Suspense>
      ) : (
        <MapButton onPress={bringNear} onReplaced={() => box.current?.focus({ preventScroll: true })} />
      )}
    </div>
  );
}

interface MapButtonProps {
  onPress(): void;
  /** The map takes its place while it has the focus: one who tabs to it brings it near. */
  onReplaced(): void;
}

function MapButton({ onPress, onReplaced }: MapButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const giveFocus = useEffectEvent(onReplaced);
  // Before the button is removed, and its focus is lost.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && element === document.activeElement) giveFocus();
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="grid place-items-center content-center gap-2 size-full panel rounded-md bg-sunken font-semibold hover:border-primary"
      onClick={onPress}
    >
      <MapPin size={28} strokeWidth={1.5} aria-hidden="true" />
      {t('Show the map')}
    </button>
  );
}

export const LazyPinMap = lazyMap(async () => (await import('./placeMaps.tsx')).PinMap);
export const LazyRouteMap = lazyMap(async () => (await import('./placeMaps.tsx')).RouteMap);
export const LazyPropertyMap = lazyMap<PropertyMapProps<MapPoint>>(
  async () => (await import('./PropertyMap.tsx')).PropertyMap,
);
