import { ChevronLeft, ChevronRight, Maximize2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSwipe } from '#web/lib/useSwipe.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import styles from './Gallery.module.css';
import type { GalleryZoom } from './useZoom.ts';

const MAX_DOTS = 10;

/** The index `delta` pictures further; the last is followed by the first. */
export function stepIndex(index: number, delta: number, count: number): number {
  return count === 0 ? 0 : (((index + delta) % count) + count) % count;
}

/** Number of pictures beside the large one on a wide screen; fewer than these would not fill the frame. */
export function tileCount(count: number): 0 | 2 | 4 {
  if (count >= 5) return 4;
  return count >= 3 ? 2 : 0;
}

const arrows = [
  { delta: -1, label: msg('Previous image'), side: 'left-3', Icon: ChevronLeft },
  { delta: 1, label: msg('Next image'), side: 'right-3', Icon: ChevronRight },
];

export interface GalleryProps {
  images: string[];
  /** The pictures' descriptions in their order; empty without one. */
  descriptions?: readonly string[] | undefined;
  /** The listing's name; read out with each picture. */
  title: string;
  /** Whether drawings stand in for photos, as the demo has them. */
  areDrawn?: boolean;
}

interface GalleryStageProps extends GalleryProps {
  index: number;
  onShow(index: number): void;
  sizes: string;
  /** When the picture is pressed, which fills the frame; without it, all of the picture is in sight. */
  onOpen?: () => void;
  /** How near the picture is, where it can be brought nearer. */
  zoom?: GalleryZoom;
}

/** One picture at a time, with buttons to the others. Fills its box. */
export function GalleryStage(props: GalleryStageProps) {
  const { images, descriptions, title, areDrawn = false, index, onShow, sizes, onOpen, zoom } = props;
  const count = images.length;
  const hasMore = count > 1;
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set());
  // Visible as it loads, also before there are scripts, and without them.
  const [first] = useState(index);
  const isCurrentLoaded = loaded.has(index);
  const step = (delta: number) => onShow(stepIndex(index, delta, count));
  const { offset, handlers } = useSwipe(step, { isEnabled: hasMore, others: zoom });

  // Neighbours load once a request for them is likely, and after the current picture.
  const [isTouched, setIsTouched] = useState(zoom !== undefined);
  const touch = () => setIsTouched(true);
  const touches = { onPointerEnter: touch, onFocus: touch };
  const neighbours = [stepIndex(index, 1, count), stepIndex(index, -1, count)];
  const isMounted = (at: number) =>
    at === index || loaded.has(at) || (isTouched && isCurrentLoaded && neighbours.includes(at));

  // The browser itself handles only these moves of fingers.
  const gestures = zoom ? 'touch-none' : 'touch-pan-y touch-pinch-zoom';

  return (
    <div
      ref={zoom?.box}
      className={`relative size-full overflow-hidden select-none ${gestures} ${onOpen ? 'bg-skeleton' : styles.contain}`}
      {...touches}
      {...handlers}
    >
      <div
        className="flex h-full transition-transform data-[pulled=true]:transition-none"
        data-pulled={offset !== null}
        style={{ translate: `calc(${-100 * index}% + ${offset ?? 0}px)` }}
      >
        {images.map((src, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
            key={at}
            className={`relative flex-none w-full h-full ${styles.slide}`}
            data-loading={isMounted(at) && at !== first && !loaded.has(at)}
            aria-hidden={at !== index}
            onLoadCapture={() => setLoaded((before) => new Set(before).add(at))}
          >
            {isMounted(at) && (
              <div
                className="w-full h-full transition-transform duration-200 data-[held=true]:transition-none"
                data-held={zoom?.isHeld}
                style={
                  zoom && at === index && zoom.scale > 1
                    ? { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }
                    : undefined
                }
              >
                <Picture
                  className={`bg-transparent ${styles.picture}`}
                  src={src}
                  alt={
                    descriptions?.[at] ||
                    t('{title}, photo {position} of {count}', { title, position: at + 1, count })
                  }
                  // Enlarged, its pixels are visible.
                  sizes={zoom && at === index && zoom.scale > 1 ? '300vw' : sizes}
                  isUrgent
                />
              </div>
            )}
          </div>
        ))}
      </div>
      {onOpen && (
        // For the pointer only; the keyboard has a button of its own.
        <button
          type="button"
          className="absolute inset-0 cursor-zoom-in focus-visible:-outline-offset-5"
          tabIndex={-1}
          aria-hidden="true"
          onClick={onOpen}
        />
      )}
      {hasMore && (
        <>
          {arrows.map(({ delta, label, side, Icon }) => (
            <button
              key={delta}
              type="button"
              className={`icon-btn icon-btn-overlay carousel-arrow ${side} ${onOpen ? 'pointer-coarse:sr-only' : ''}`}
              aria-label={t(label)}
              onClick={() => step(delta)}
            >
              <Icon size={22} strokeWidth={2.25} />
            </button>
          ))}
          {onOpen && count <= MAX_DOTS && (
            // For the pointer only: with a keyboard they would be extra stops before the listing's name.
            <div aria-hidden="true" className="absolute bottom-1.5 left-1/2 flex -translate-x-1/2">
              {images.map((_, at) => (
                <button
                  // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
                  key={at}
                  type="button"
                  tabIndex={-1}
                  className={`grid place-items-center w-6 h-7 max-md:w-4 ${styles.dot}`}
                  data-current={at === index}
                  onClick={() => onShow(at)}
                />
              ))}
            </div>
          )}
          <p className="carousel-count right-3 bottom-3" aria-live="polite" aria-atomic="true">
            <span className="visuallyHidden">{t('Photo')} </span>
            {index + 1} / {count}
          </p>
        </>
      )}
      {areDrawn && <p className="carousel-count bottom-3 left-3">{t('Drawing')}</p>}
      {onOpen && (
        <button
          type="button"
          className="icon-btn absolute top-3 right-3 border-0 rounded-full bg-[rgb(16_22_20_/_62%)] text-white hover:bg-[rgb(16_22_20_/_85%)]"
          aria-label={t('View full screen')}
          title={t('View full screen')}
          onClick={onOpen}
        >
          <Maximize2 size={18} strokeWidth={2.25} />
        </button>
      )}
    </div>
  );
}

/** Every picture, small, in a row that scrolls; the current one stays in sight. */
export function GalleryThumbnails(props: Pick<GalleryStageProps, 'images' | 'index' | 'onShow'>) {
  const { images, index, onShow } = props;
  const row = useRef<HTMLUListElement>(null);
  // The row begins with the first one, unmeasured.
  const inSight = useRef(0);

  useEffect(() => {
    const box = row.current;
    const item = box?.children[index];
    if (!box || !(item instanceof HTMLElement) || inSight.current === index) return;
    inSight.current = index;
    // Only the row is scrolled: scrollIntoView would move the page too.
    box.scrollTo({ left: item.offsetLeft - (box.clientWidth - item.offsetWidth) / 2 });
  }, [index]);

  return (
    <ul
      ref={row}
      className="scroll-x relative flex gap-2 [padding:3px_var(--gallery-inset,3px)] scroll-smooth scrollbar-none"
      aria-label={t('Thumbnails')}
    >
      {images.map((src, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
        <li key={at} className="flex-none first:ml-auto last:mr-auto">
          <button
            type="button"
            className={`block w-19 h-13 overflow-hidden rounded-sm bg-skeleton transition-opacity ${styles.thumbnail}`}
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
