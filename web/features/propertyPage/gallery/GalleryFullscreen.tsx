import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';
import styles from './Gallery.module.css';
import { type GalleryProps, GalleryStage, GalleryThumbnails } from './GalleryStage.tsx';
import { MAX_ZOOM } from './galleryLogic.ts';
import { useZoom } from './useZoom.ts';

const toolClass =
  'grid flex-none place-items-center w-11 h-11 p-0 border-0 rounded-full bg-transparent cursor-pointer hover:bg-[rgb(255_255_255_/_12%)] aria-disabled:opacity-40 aria-disabled:cursor-default';

interface GalleryFullscreenProps extends GalleryProps {
  index: number;
  onShow(index: number): void;
  onClose(): void;
}

/** The pictures as large as the window, one at a time, and nearer than that. */
export function GalleryFullscreen({
  images,
  descriptions,
  title,
  index,
  onShow,
  onClose,
}: GalleryFullscreenProps) {
  const { props, close, layer } = useModal({ onClose });
  const zoom = useZoom(index);

  return (
    <dialog
      {...props}
      className={`fixed inset-0 flex-col w-full max-w-none h-dvh max-h-none m-0 p-0 border-0 bg-[#0a0e0d] text-[#f2f7f5] open:flex backdrop:bg-[#0a0e0d] ${styles.dialog}`}
      aria-label={t('Photos of {title}', { title })}
      onKeyDown={zoom.onKeyDown}
    >
      <div className="flex flex-none items-center justify-between gap-4 pt-2 pr-3 pb-2 pl-gutter">
        <p dir="auto" className="min-w-0 overflow-hidden font-semibold text-ellipsis whitespace-nowrap">
          {title}
        </p>
        <div className="flex flex-none">
          <button
            type="button"
            className={toolClass}
            aria-label={t('Zoom out')}
            aria-keyshortcuts="-"
            aria-disabled={zoom.scale === 1}
            onClick={zoom.zoomOut}
          >
            <ZoomOut size={22} />
          </button>
          <button
            type="button"
            className={toolClass}
            aria-label={t('Zoom in')}
            aria-keyshortcuts="+"
            aria-disabled={zoom.scale === MAX_ZOOM}
            onClick={zoom.zoomIn}
          >
            <ZoomIn size={22} />
          </button>
          <button type="button" className={toolClass} aria-label={t('Close full screen')} onClick={close}>
            <X size={24} />
          </button>
        </div>
        <p className="visuallyHidden" aria-live="polite">
          {!zoom.isHeld && zoom.scale > 1 && t('Zoom {percent}%', { percent: Math.round(zoom.scale * 100) })}
        </p>
      </div>
      <div className="flex-1 min-h-0">
        <GalleryStage
          images={images}
          descriptions={descriptions}
          title={title}
          index={index}
          onShow={onShow}
          sizes="100vw"
          zoom={zoom}
        />
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
