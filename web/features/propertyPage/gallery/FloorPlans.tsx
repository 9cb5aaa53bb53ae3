import { useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { GalleryFullscreen } from './GalleryFullscreen.tsx';

/** Small plans, each opened large. @param name name of their listing or building */
export function FloorPlans({ name, plans }: { name: string; plans: string[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const title = t('Floor plans of {name}', { name });
  return (
    <>
      <ul className="grid grid-fill-[11rem] gap-3 max-sm:grid-cols-[1fr_1fr]" aria-label={title}>
        {plans.map((src, at) => (
          <li key={src}>
            <button
              type="button"
              className="block w-full aspect-3/2 p-0 overflow-hidden border border-line rounded-md bg-skeleton cursor-zoom-in hover:border-primary"
              aria-label={t('Open floor plan {number} of {count}', { number: at + 1, count: plans.length })}
              onClick={() => setShown(at)}
            >
              <Picture src={src} alt="" sizes="(min-width: 60rem) 12rem, 45vw" />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <GalleryFullscreen
          images={plans}
          title={title}
          index={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
