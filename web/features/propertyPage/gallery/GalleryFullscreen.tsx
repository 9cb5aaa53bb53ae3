import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
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

/** The browser's own modal dialog: it keeps the focus, closes on Escape and gives the focus back. */
export function GalleryFullscreen({ images, title, index, onShow, onClose }: GalleryFullscreenProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined) return;
    event.preventDefault();
    onShow(stepIndex(index, delta, images.length));
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={`Photos of ${title}`}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <header className={styles.header}>
        <p className={styles.title}>{title}</p>
        <button
          type="button"
          className={styles.close}
          aria-label="Close full screen"
          onClick={() => dialog.current?.close()}
        >
          <X size={24} aria-hidden="true" />
        </button>
      </header>
      <div className={styles.stage}>
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
        <div className={styles.thumbnails}>
          <GalleryThumbnails images={images} index={index} onShow={onShow} />
        </div>
      )}
    </dialog>
  );
}
