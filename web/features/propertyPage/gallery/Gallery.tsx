import { House, Images } from 'lucide-react';
import { type KeyboardEvent, Suspense, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil, Spinner } from '#web/ui/states/Spinner.tsx';
import styles from './Gallery.module.css';
import { type GalleryProps, GalleryStage, GalleryThumbnails, stepIndex, tileCount } from './GalleryStage.tsx';

/** A phone takes a file that is nearly as wide as it: on a slow line that comes a round trip sooner. */
const NARROW = '(max-width: 30rem) 88vw, 100vw';

/** Widths of the large picture beside so many others. */
const STAGE_SIZES = {
  0: `(min-width: 80rem) 76rem, ${NARROW}`,
  2: `(min-width: 80rem) 51rem, (min-width: 60rem) 67vw, ${NARROW}`,
  4: `(min-width: 80rem) 38rem, (min-width: 60rem) 50vw, ${NARROW}`,
};

const GalleryFullscreen = lazyWithRetry(
  async () => (await import('./GalleryFullscreen.tsx')).GalleryFullscreen,
  'dialog',
);

/** Loaded once the pointer or focus is near the button that opens it. */
const preloadFullscreen = () => void GalleryFullscreen.preload();

const boxClass = `grid grid-cols-1 gap-2 min-w-0 ${styles.gallery}`;

/** The pictures of a listing: from 60rem up a mosaic, else a row of thumbnails, which swiping fingers do without. */
export function Gallery({ images, descriptions, title, areDrawn }: GalleryProps) {
  const count = images.length;
  const [index, setIndex] = useState(0);
  const [isFullscreen, setIsFullscreen] = useState(false);

  if (count === 0)
    return (
      <div className={boxClass}>
        <div
          className={`grid content-center justify-items-center gap-3 text-primary ${styles.frame} ${styles.empty}`}
        >
          <House size={72} strokeWidth={1.25} />
          <p className="text-ink font-semibold">{t('No images available')}</p>
        </div>
      </div>
    );

  const openAt = (at: number) => {
    setIndex(at);
    setIsFullscreen(true);
  };
  const tiles = tileCount(count);
  const gallery = { images, descriptions, title, areDrawn, index, onShow: setIndex };
  /** In full screen too: its dialog stands within the section. */
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined) return;
    event.preventDefault();
    setIndex(stepIndex(index, delta, count));
  };

  return (
    <section
      className={boxClass}
      aria-roledescription={t('carousel')}
      aria-label={t('Photos of {title}', { title })}
      onKeyDown={onKeyDown}
      onPointerEnter={preloadFullscreen}
      onFocus={preloadFullscreen}
    >
      <div className={styles.frame} data-tiles={tiles}>
        <div className="w-full h-full min-w-0 row-span-2">
          <GalleryStage {...gallery} sizes={STAGE_SIZES[tiles]} onOpen={() => setIsFullscreen(true)} />
        </div>
        {images.slice(1, 1 + tiles).map((src, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
            key={at}
            type="button"
            className="group/tile relative max-xl:hidden overflow-hidden bg-skeleton cursor-zoom-in focus-visible:-outline-offset-5"
            aria-label={
              at === tiles - 1
                ? t('{count, plural, one {Show # photo} other {Show all # photos}}', { count })
                : imageLabel(at + 2, descriptions?.[at + 1])
            }
            onClick={() => openAt(at + 1)}
          >
            <Picture
              className="xl:transition group-hover/tile:brightness-92 group-hover/tile:scale-103"
              src={src}
              alt=""
              sizes="(min-width: 60rem) 20rem, 1px"
            />
            {at === tiles - 1 && (
              <span className="btn icon-btn-overlay absolute right-3 bottom-3 gap-1.5 min-h-8 px-3 rounded-control text-sm whitespace-nowrap">
                <Images size={16} strokeWidth={2.25} />
                {t('{count, plural, one {Show # photo} other {Show all # photos}}', { count })}
              </span>
            )}
          </button>
        ))}
      </div>
      {count > 1 && (
        <div
          className="xl:data-[tiles=4]:hidden xl:data-[tiles=2]:hidden pointer-coarse:hidden"
          data-tiles={tiles}
        >
          <GalleryThumbnails images={images} index={index} onShow={setIndex} />
        </div>
      )}
      {isFullscreen && (
        <Suspense fallback={<LoadingVeil words={t('Loading…')} />}>
          <GalleryFullscreen {...gallery} onClose={() => setIsFullscreen(false)} />
        </Suspense>
      )}
    </section>
  );
}

function imageLabel(position: number, description: string | undefined): string {
  return description
    ? t('Show image {position}: {description}', { position, description })
    : t('Show image {position}', { position });
}

/** The mosaic most listings come with, empty. */
export function GallerySkeleton({ words }: { words: string }) {
  return (
    <div className={boxClass}>
      <div className={`grid place-items-center ${styles.frame} ${styles.waiting}`}>
        <p className="flex items-center gap-3 text-muted font-semibold">
          <Spinner size={22} />
          {words}
        </p>
      </div>
      <div className="h-[calc(3.25rem_+_6px)] xl:hidden pointer-coarse:hidden" />
    </div>
  );
}
