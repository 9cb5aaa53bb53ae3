import { House, Images, Maximize2, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { useModal } from '#web/ui/dialogs/useModal.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import styles from './Gallery.module.css';
import { GalleryStage } from './GalleryStage.tsx';
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
      <div className={`grid grid-cols-1 gap-2 min-w-0 ${className ?? ''}`}>
        <div className={`${styles.frame} ${styles.empty}`}>
          <House size={72} strokeWidth={1.25} />
          <p className="text-ink font-semibold">No images available</p>
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
      className={`grid grid-cols-1 gap-2 min-w-0 ${className ?? ''}`}
      aria-roledescription="carousel"
      aria-label={`Photos of ${title}`}
      onKeyDown={onKeyDown}
      {...autoplay.holdHandlers}
    >
      <div className={styles.frame} data-tiles={tiles}>
        <div className={`w-full h-full ${styles.stage}`}>
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
                className="absolute top-3 right-3 grid place-items-center w-11 h-11 p-0 border-0 rounded-full bg-[rgb(16_22_20_/_62%)] text-white cursor-pointer transition-colors hover:bg-[rgb(16_22_20_/_85%)]"
                aria-label="View full screen"
                title="View full screen"
                onClick={() => setIsFullscreen(true)}
              >
                <Maximize2 size={18} strokeWidth={2.25} />
              </button>
            )}
          </GalleryStage>
        </div>
        {images.slice(1, 1 + tiles).map((src, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
            key={at}
            type="button"
            className={`hidden xl:relative xl:block xl:min-w-0 xl:p-0 xl:overflow-hidden xl:border-0 xl:bg-skeleton xl:cursor-zoom-in xl:focus-visible:-outline-offset-5 ${styles.tile}`}
            aria-label={at === tiles - 1 ? `Show all ${count} photos` : `Show image ${at + 2}`}
            onClick={() => (hasFullscreen ? openAt(at + 1) : setIndex(at + 1))}
          >
            <Picture className="xl:transition" src={src} alt="" sizes="(min-width: 60rem) 20rem, 1px" />
            {at === tiles - 1 && hasFullscreen && (
              <span className="absolute right-3 bottom-3 flex items-center gap-1.5 py-1.75 px-3 rounded-[0.625rem] bg-[rgb(255_255_255_/_94%)] shadow-[0_1px_6px_rgb(0_0_0_/_24%)] text-[#17211e] text-sm font-[650] leading-[1.3] whitespace-nowrap">
                <Images size={16} strokeWidth={2.25} />
                Show all {count} photos
              </span>
            )}
          </button>
        ))}
      </div>
      {hasThumbnails && count > 1 && (
        <div className="xl:data-[tiles=4]:hidden xl:data-[tiles=2]:hidden" data-tiles={tiles}>
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

interface GalleryFullscreenProps {
  images: string[];
  title: string;
  index: number;
  onShow(index: number): void;
  onClose(): void;
}

function GalleryFullscreen({ images, title, index, onShow, onClose }: GalleryFullscreenProps) {
  const { props, close, layer } = useModal({ onClose });

  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (delta === undefined) return;
    event.preventDefault();
    onShow(stepIndex(index, delta, images.length));
  };

  return (
    <dialog
      {...props}
      className={`fixed inset-0 flex-col w-full max-w-none h-dvh max-h-none m-0 p-0 border-0 bg-[#0a0e0d] text-[#f2f7f5] open:flex backdrop:bg-[#0a0e0d] ${styles.dialog}`}
      aria-label={`Photos of ${title}`}
      onKeyDown={onKeyDown}
    >
      <header className="flex flex-none items-center justify-between gap-4 pt-2 pr-3 pb-2 pl-gutter">
        <p className="min-w-0 overflow-hidden font-semibold text-ellipsis whitespace-nowrap">{title}</p>
        <button
          type="button"
          className="grid flex-none place-items-center w-11 h-11 p-0 border-0 rounded-full bg-transparent cursor-pointer hover:bg-[rgb(255_255_255_/_12%)]"
          aria-label="Close full screen"
          onClick={close}
        >
          <X size={24} />
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

interface GalleryThumbnailsProps {
  images: string[];
  index: number;
  onShow(index: number): void;
}

/** Every picture, small, in a row that scrolls; the current one stays in sight. */
function GalleryThumbnails({ images, index, onShow }: GalleryThumbnailsProps) {
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const box = row.current;
    const item = box?.children[index];
    if (!box || !(item instanceof HTMLElement)) return;
    // Only the row is scrolled: scrollIntoView would move the page too.
    box.scrollTo({ left: item.offsetLeft - (box.clientWidth - item.offsetWidth) / 2 });
  }, [index]);

  return (
    <ul
      ref={row}
      className={`relative flex gap-2 [padding:3px_var(--gallery-inset,3px)] overflow-x-auto overflow-y-hidden [overscroll-behavior-x:contain] [scroll-behavior:smooth] [scrollbar-width:none] ${styles.row}`}
      aria-label="Thumbnails"
    >
      {images.map((src, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
        <li key={at} className="flex-none first:ml-auto last:mr-auto">
          <button
            type="button"
            className="block w-19 h-13 p-0 overflow-hidden border-0 rounded-sm bg-skeleton cursor-pointer opacity-62 transition-opacity hover:opacity-100 aria-[current=true]:[box-shadow:0_0_0_3px_var(--gallery-current,var(--s-primary))] aria-[current=true]:opacity-100 focus-visible:opacity-100"
            aria-label={`Show image ${at + 1}`}
            aria-current={at === index}
            onClick={() => onShow(at)}
          >
            <Picture src={src} alt="" sizes="6rem" />
          </button>
        </li>
      ))}
    </ul>
  );
}
