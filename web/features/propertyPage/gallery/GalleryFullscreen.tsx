import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { useState } from 'react';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import styles from './Gallery.module.css';
import { type GalleryProps, GalleryStage, GalleryThumbnails } from './GalleryStage.tsx';
import { MAX_ZOOM, useZoom } from './useZoom.ts';

const toolClass =
  'icon-btn border-0 rounded-full hover:bg-white/12 aria-disabled:opacity-40 aria-disabled:cursor-default';

const zooms = [
  { key: '-', label: msg('Zoom out'), end: 1, act: 'zoomOut', Icon: ZoomOut },
  { key: '+', label: msg('Zoom in'), end: MAX_ZOOM, act: 'zoomIn', Icon: ZoomIn },
] as const;

interface GalleryFullscreenProps extends GalleryProps {
  index: number;
  onShow(index: number): void;
  onClose(): void;
}

/** The pictures as large as the window, one at a time, and nearer than that. */
export function GalleryFullscreen({ onClose, ...gallery }: GalleryFullscreenProps) {
  const { images, title, index, onShow } = gallery;
  const { props, close, layer } = useModal({ onClose });
  const zoom = useZoom(index);

  return (
    <dialog
      {...props}
      className={styles.dialog}
      aria-label={t('Photos of {title}', { title })}
      onKeyDown={zoom.onKeyDown}
    >
      <div className="flex flex-none items-center justify-between gap-4 pt-2 mt-safe-top px-gutter pb-2">
        <p dir="auto" className="min-w-0 overflow-hidden font-semibold text-ellipsis whitespace-nowrap">
          {title}
        </p>
        <div className="flex flex-none">
          {zooms.map(({ key, label, end, act, Icon }) => (
            <button
              key={key}
              type="button"
              className={toolClass}
              aria-label={t(label)}
              aria-keyshortcuts={key}
              aria-disabled={zoom.scale === end}
              onClick={zoom[act]}
            >
              <Icon size={22} />
            </button>
          ))}
          <button type="button" className={toolClass} aria-label={t('Close full screen')} onClick={close}>
            <X size={24} />
          </button>
        </div>
        <p className="visuallyHidden" aria-live="polite">
          {!zoom.isHeld && zoom.scale > 1 && t('Zoom {percent}%', { percent: Math.round(zoom.scale * 100) })}
        </p>
      </div>
      <div className="flex-1 min-h-0 pr-safe-right pl-safe-left">
        <GalleryStage {...gallery} sizes="100vw" zoom={zoom} />
      </div>
      {images.length > 1 && (
        <div className="flex-none pt-3 px-gutter pb-[calc(var(--s-space-3)_+_env(safe-area-inset-bottom))]">
          <GalleryThumbnails images={images} index={index} onShow={onShow} />
        </div>
      )}
      {layer}
    </dialog>
  );
}

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
              className="block w-full aspect-3/2 overflow-hidden border border-line rounded-md bg-skeleton cursor-zoom-in hover:border-primary"
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
