import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './CardCarousel.module.css';
import { PropertyLink } from './PropertyLink.tsx';

interface CardCarouselProps {
  propertyId: number;
  title: string;
  images: string[];
  sizes: string;
  /** The first picture belongs to the first screen. */
  isUrgent: boolean;
}

/** Beyond this many, dots say less than the counter does (specification, part 1 §9). */
const MAX_DOTS = 5;

/** The pictures of a card. Only the first is loaded until the visitor shows interest in the others. */
export function CardCarousel({ propertyId, title, images, sizes, isUrgent }: CardCarouselProps) {
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [loadedUpTo, setLoadedUpTo] = useState(0);
  const slides = images.length > 0 ? images : [null];
  const hasMore = slides.length > 1;

  const loadUpTo = (index: number) => setLoadedUpTo((loaded) => Math.max(loaded, index));
  const loadNeighbour = () => loadUpTo(current + 1);

  const show = (index: number) => {
    const target = (index + slides.length) % slides.length;
    loadUpTo(target + 1);
    const box = track.current;
    if (!box) return;
    // Sweeping past every picture from the last to the first would only blur.
    const isNeighbour = Math.abs(target - current) === 1;
    box.scrollTo({ left: target * box.clientWidth, behavior: isNeighbour ? 'auto' : 'instant' });
  };

  const follow = () => {
    const box = track.current;
    if (!box || box.clientWidth === 0) return;
    const index = Math.min(slides.length - 1, Math.max(0, Math.round(box.scrollLeft / box.clientWidth)));
    setCurrent(index);
    if (index > 0 || box.scrollLeft > 0) loadUpTo(index + 1);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only loads ahead; the controls are buttons
    <div
      className={styles.carousel}
      onPointerEnter={hasMore ? loadNeighbour : undefined}
      onTouchStart={hasMore ? loadNeighbour : undefined}
      onFocus={hasMore ? loadNeighbour : undefined}
    >
      <div ref={track} className={styles.track} onScroll={hasMore ? follow : undefined} tabIndex={-1}>
        <PropertyLink propertyId={propertyId} className={styles.link} isPointerOnly>
          {slides.map((src, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
            <span key={index} className={`flex-none w-full h-full bg-skeleton snap-start ${styles.slide}`}>
              {index <= loadedUpTo && (
                <Picture src={src} alt="" sizes={sizes} isUrgent={isUrgent && index === 0} />
              )}
            </span>
          ))}
        </PropertyLink>
      </div>
      {hasMore && (
        <>
          <button
            type="button"
            className={`${styles.arrow} ${styles.previous}`}
            aria-label={`Previous photo of ${title}`}
            onClick={() => show(current - 1)}
          >
            <ChevronLeft size={18} strokeWidth={2.25} aria-hidden="true" />
          </button>
          <button
            type="button"
            className={`${styles.arrow} ${styles.next}`}
            aria-label={`Next photo of ${title}`}
            onClick={() => show(current + 1)}
          >
            <ChevronRight size={18} strokeWidth={2.25} aria-hidden="true" />
          </button>
          {slides.length <= MAX_DOTS && (
            <span
              className={`absolute bottom-3.5 left-1/2 flex gap-1.25 opacity-0 pointer-events-none -translate-x-1/2 transition-opacity ${styles.dots}`}
              aria-hidden="true"
            >
              {slides.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
                <i key={index} className={index === current ? styles.currentDot : undefined} />
              ))}
            </span>
          )}
          <span className="absolute right-2 bottom-2 py-0.75 px-2 rounded-full bg-[rgb(16_22_20_/_72%)] text-white text-xs tabular-nums font-semibold leading-[1.2] pointer-events-none">
            <span className="visuallyHidden">Photo </span>
            {current + 1}/{slides.length}
          </span>
        </>
      )}
    </div>
  );
}
