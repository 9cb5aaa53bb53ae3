import { MapPinOff } from 'lucide-react';
import { Suspense, useDeferredValue } from 'react';
import { useWatch } from 'react-hook-form';
import { LazyPinMap } from '#web/features/map/index.ts';
import { NumberField } from '#web/forms/fields.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { readPin } from './formValues.ts';
import styles from './PinField.module.css';
import { isOutside, namedPlace, pinText } from './pinPlace.ts';
import type { PropertyForm } from './usePropertyForm.ts';

/** Where the property stands, exactly: on the map, or as two numbers. It may be left out. */
export function PinField({ control, change }: Pick<PropertyForm, 'control' | 'change'>) {
  const { tileUrl, isKnown } = useSite();
  const [lat, lng, city] = useWatch({ control, name: ['lat', 'lng', 'city'] });
  const pin = readPin({ lat, lng });
  // The map follows when the typing pauses.
  const place = namedPlace(useDeferredValue(city));
  const waiting = <Skeleton height="100%" />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className={`text-sm font-semibold leading-[1.3] ${styles.label}`}>
        Pin on the map <span>(optional)</span>
      </p>
      <p className="mt-[calc(-1_*_var(--s-space-2))] text-muted text-[0.8125rem] leading-[1.4]">
        {pin ? 'Drag the pin to move it.' : 'Click the map where the property stands.'} Without a pin, the
        listing is not shown on maps.
      </p>
      <div className="h-72">
        <Suspense fallback={waiting}>
          {isKnown ? (
            <LazyPinMap
              pin={pin}
              place={place}
              tileUrl={tileUrl}
              onPin={(position) => change(pinText(position))}
            />
          ) : (
            waiting
          )}
        </Suspense>
      </div>
      <Notice kind="info">
        {pin && place && isOutside(pin, place)
          ? `The pin lies outside ${place.name}. Please check that it stands in the right place.`
          : null}
      </Notice>
      <div
        className={`grid grid-cols-[repeat(2,minmax(0,1fr))_auto] gap-4 items-start max-md:grid-cols-2 ${styles.coordinates}`}
      >
        <NumberField control={control} name="lat" label="Latitude" min={-90} max={90} step="any" />
        <NumberField control={control} name="lng" label="Longitude" min={-180} max={180} step="any" />
        <Button
          variant="outlined"
          disabled={lat === '' && lng === ''}
          onClick={() => change({ lat: '', lng: '' })}
        >
          <MapPinOff size={18} aria-hidden="true" />
          Remove pin
        </Button>
      </div>
    </div>
  );
}
