import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useModal } from '#web/ui/useModal.tsx';
import styles from './GalleryFullscreen.module.css';
import { GalleryStage } from './GalleryStage.tsx';
import { GalleryThumbnails } from './GalleryThumbnails.tsx';
import { stepIndex } from './galleryLogic.ts';

interface GalleryFullscreenProps {
  images: string[];
  title: string;
  index: number;
  onShow(index: number): void;
  onClose(): void;
}

export function GalleryFullscreen({ images, title, index, onShow, onClose }: GalleryFullscreenProps) {
  const { props, close, layer } = useModal({ onClose });

  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined) return;
    event.preventDefault();
    onShow(stepIndex(index, delta, images.length));
  };

  return (
    <dialog {...props} className={styles.dialog} aria-label={`Photos of ${title}`} onKeyDown={onKeyDown}>
      <header className="flex flex-none items-center justify-between gap-4 pt-2 pr-3 pb-2 pl-gutter">
        <p className="min-w-0 overflow-hidden font-semibold text-ellipsis whitespace-nowrap">{title}</p>
        <button
          type="button"
          className="grid flex-none place-items-center w-11 h-11 p-0 border-0 rounded-full bg-transparent cursor-pointer hover:bg-[rgb(255_255_255_/_12%)]"
          aria-label="Close full screen"
          onClick={close}
        >
          <X size={24} aria-hidden="true" />
        </button>
      </header>
      <div className="flex-1 min-h-0">
        <GalleryStage
          images={images}
          title={title}
          index={index}
          onShow={onShow}
          sizes="100vw"
          fit="contain"
          hasDots={false}
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
