import { House, Images, Maximize2 } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './Gallery.module.css';
import { GalleryFullscreen } from './GalleryFullscreen.tsx';
import { GalleryStage } from './GalleryStage.tsx';
import { GalleryThumbnails } from './GalleryThumbnails.tsx';
import { AUTOPLAY_MS, stepIndex, tileCount } from './galleryLogic.ts';

/** Calls `advance` every `intervalMs` while playing; held while pointed at, focused, in the background or motion is unwelcome. */
function useAutoplay(isPlaying: boolean, intervalMs: number, advance: () => void) {
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const runs = isPlaying && !isPointedAt && !hasFocus;

  useEffect(() => {
    if (!runs || matchesMedia('calm')) return;
    const timer = setInterval(() => {
      if (!document.hidden) advance();
    }, intervalMs);
    return () => clearInterval(timer);
  }, [runs, intervalMs, advance]);

  return {
    isRunning: runs,
    holdHandlers: {
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setHasFocus(true),
      onBlur: () => setHasFocus(false),
    },
  };
}

/** How wide the large picture stands beside so many others. */
const MOSAIC_SIZES = {
  2: '(min-width: 80rem) 51rem, (min-width: 60rem) 67vw, 100vw',
  4: '(min-width: 80rem) 38rem, (min-width: 60rem) 50vw, 100vw',
};

interface GalleryProps {
  images: string[];
  /** What the pictures show; read out with each of them. */
  title: string;
  hasThumbnails?: boolean;
  hasFullscreen?: boolean;
  hasAutoplay?: boolean;
  autoplayMs?: number;
  /** From 60rem up, more pictures stand beside the large one instead of the row of thumbnails. */
  hasMosaic?: boolean;
  /** How wide the gallery is shown, as `sizes` says it. */
  sizes?: string;
  className?: string | undefined;
}

/** The pictures of a listing. It sizes itself by its width, before any picture has come. */
export function Gallery(props: GalleryProps) {
  const { images, title, hasThumbnails = true, hasFullscreen = true, hasMosaic = false } = props;
  const { hasAutoplay = false, autoplayMs = AUTOPLAY_MS, sizes = '100vw', className } = props;
  const count = images.length;
  const [index, setIndex] = useState(0);
  const [isFullscreen, setIsFullscreen] = useState(false);
  const advance = useCallback(() => setIndex((before) => stepIndex(before, 1, count)), [count]);
  const autoplay = useAutoplay(hasAutoplay && count > 1 && !isFullscreen, autoplayMs, advance);

  if (count === 0)
    return (
      <div className={`${styles.gallery} ${className ?? ''}`}>
        <div className={`${styles.frame} ${styles.empty}`}>
          <House size={72} strokeWidth={1.25} aria-hidden="true" />
          <p>No images available</p>
        </div>
      </div>
    );

  const openAt = (at: number) => {
    setIndex(at);
    setIsFullscreen(true);
  };
  const tiles = hasMosaic ? tileCount(count) : 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined || isFullscreen) return;
    event.preventDefault();
    setIndex(stepIndex(index, delta, count));
  };

  return (
    <section
      className={`${styles.gallery} ${className ?? ''}`}
      aria-roledescription="carousel"
      aria-label={`Photos of ${title}`}
      onKeyDown={onKeyDown}
      {...autoplay.holdHandlers}
    >
      <div className={styles.frame} data-tiles={tiles}>
        <div className={styles.stage}>
          <GalleryStage
            images={images}
            title={title}
            index={index}
            onShow={setIndex}
            sizes={tiles === 0 ? sizes : MOSAIC_SIZES[tiles]}
            onOpen={hasFullscreen ? () => setIsFullscreen(true) : undefined}
            isSpoken={!autoplay.isRunning}
          >
            {hasFullscreen && (
              <button
                type="button"
                className={styles.fullscreen}
                aria-label="View full screen"
                title="View full screen"
                onClick={() => setIsFullscreen(true)}
              >
                <Maximize2 size={18} strokeWidth={2.25} aria-hidden="true" />
              </button>
            )}
          </GalleryStage>
        </div>
        {images.slice(1, 1 + tiles).map((src, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
            key={at}
            type="button"
            className={styles.tile}
            aria-label={at === tiles - 1 ? `Show all ${count} photos` : `Show image ${at + 2}`}
            onClick={() => (hasFullscreen ? openAt(at + 1) : setIndex(at + 1))}
          >
            <Picture src={src} alt="" sizes="(min-width: 60rem) 20rem, 1px" />
            {at === tiles - 1 && hasFullscreen && (
              <span className={styles.all}>
                <Images size={16} strokeWidth={2.25} aria-hidden="true" />
                Show all {count} photos
              </span>
            )}
          </button>
        ))}
      </div>
      {hasThumbnails && count > 1 && (
        <div className={styles.thumbnails} data-tiles={tiles}>
          <GalleryThumbnails images={images} index={index} onShow={setIndex} />
        </div>
      )}
      {isFullscreen && (
        <GalleryFullscreen
          images={images}
          title={title}
          index={index}
          onShow={setIndex}
          onClose={() => setIsFullscreen(false)}
        />
      )}
    </section>
  );
}
