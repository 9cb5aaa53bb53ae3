import { House, Images, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { useModal } from '#web/ui/dialogs/useModal.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import styles from './Gallery.module.css';
import { GalleryStage } from './GalleryStage.tsx';
import { MAX_ZOOM, stepIndex, tileCount } from './galleryLogic.ts';
import { useZoom } from './useZoom.ts';

/** How wide the large picture stands beside so many others. */
const STAGE_SIZES = {
  0: '(min-width: 80rem) 76rem, 100vw',
  2: '(min-width: 80rem) 51rem, (min-width: 60rem) 67vw, 100vw',
  4: '(min-width: 80rem) 38rem, (min-width: 60rem) 50vw, 100vw',
};

const boxClass = `grid grid-cols-1 gap-2 min-w-0 ${styles.gallery}`;

interface GalleryProps {
  images: string[];
  /** What each of them shows, in their order; empty text where nobody said. */
  descriptions?: readonly string[];
  /** What the pictures show; read out with each of them. */
  title: string;
}

/**
 * The pictures of a listing; from 60rem up, more of them stand beside the large one instead of the row of thumbnails. It
 * sizes itself by its width, before any picture has come.
 */
export function Gallery({ images, descriptions, title }: GalleryProps) {
  const count = images.length;
  const [index, setIndex] = useState(0);
  const [isFullscreen, setIsFullscreen] = useState(false);

  if (count === 0)
    return (
      <div className={boxClass}>
        <div
          className={`grid content-center justify-items-center gap-3 bg-primary-soft! text-primary xl:max-h-96! ${styles.frame}`}
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
    >
      <div className={styles.frame} data-tiles={tiles}>
        <div className="w-full h-full min-w-0 row-span-2">
          <GalleryStage
            images={images}
            descriptions={descriptions}
            title={title}
            index={index}
            onShow={setIndex}
            sizes={STAGE_SIZES[tiles]}
            onOpen={() => setIsFullscreen(true)}
          />
        </div>
        {images.slice(1, 1 + tiles).map((src, at) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
            key={at}
            type="button"
            className="group/tile hidden xl:relative xl:block xl:min-w-0 xl:p-0 xl:overflow-hidden xl:border-0 xl:bg-skeleton xl:cursor-zoom-in xl:focus-visible:-outline-offset-5"
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
              <span className="absolute right-3 bottom-3 flex items-center gap-1.5 py-1.75 px-3 rounded-[0.625rem] bg-[rgb(255_255_255_/_94%)] shadow-[0_1px_6px_rgb(0_0_0_/_24%)] text-[#17211e] text-sm font-[650] leading-[1.3] whitespace-nowrap">
                <Images size={16} strokeWidth={2.25} />
                {t('{count, plural, one {Show # photo} other {Show all # photos}}', { count })}
              </span>
            )}
          </button>
        ))}
      </div>
      {count > 1 && (
        <div className="xl:data-[tiles=4]:hidden xl:data-[tiles=2]:hidden" data-tiles={tiles}>
          <GalleryThumbnails images={images} index={index} onShow={setIndex} />
        </div>
      )}
      {isFullscreen && (
        <GalleryFullscreen
          images={images}
          descriptions={descriptions}
          title={title}
          index={index}
          onShow={setIndex}
          onClose={() => setIsFullscreen(false)}
        />
      )}
    </section>
  );
}

/** What a button that shows a picture is called. */
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
      <div className="h-[calc(3.25rem_+_6px)] xl:hidden" />
    </div>
  );
}

const toolClass =
  'grid flex-none place-items-center w-11 h-11 p-0 border-0 rounded-full bg-transparent cursor-pointer hover:bg-[rgb(255_255_255_/_12%)] aria-disabled:opacity-40 aria-disabled:cursor-default';

interface GalleryFullscreenProps extends GalleryProps {
  index: number;
  onShow(index: number): void;
  onClose(): void;
}

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
        <p className="min-w-0 overflow-hidden font-semibold text-ellipsis whitespace-nowrap">{title}</p>
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

/** Every picture, small, in a row that scrolls; the current one stays in sight. */
function GalleryThumbnails({
  images,
  index,
  onShow,
}: Omit<GalleryFullscreenProps, 'title' | 'descriptions' | 'onClose'>) {
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
      className="relative flex gap-2 [padding:3px_var(--gallery-inset,3px)] overflow-x-auto overflow-y-hidden [overscroll-behavior-x:contain] [scroll-behavior:smooth] [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
      aria-label={t('Thumbnails')}
    >
      {images.map((src, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
        <li key={at} className="flex-none first:ml-auto last:mr-auto">
          <button
            type="button"
            className="block w-19 h-13 p-0 overflow-hidden border-0 rounded-sm bg-skeleton cursor-pointer opacity-62 transition-opacity hover:opacity-100 aria-[current=true]:[box-shadow:0_0_0_3px_var(--gallery-current,var(--s-primary))] aria-[current=true]:opacity-100 focus-visible:opacity-100"
            aria-label={t('Show image {position}', { position: at + 1 })}
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
