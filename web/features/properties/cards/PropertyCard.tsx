import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, use, useRef, useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import {
  CardSlotsContext,
  ListingBadge,
  PlaceLine,
  PropertyFacts,
  PropertyLink,
  PropertyPrice,
  TypeBadge,
} from './listingParts.tsx';
import styles from './PropertyCard.module.css';

interface PropertyCardProps {
  property: Property;
  /** Its picture is on the first screen: loaded at once. */
  isUrgent?: boolean;
  /** How wide the picture is shown, as `sizes` says it; by default as in PropertyGrid. */
  sizes?: string;
}

const GRID_SIZES = '(max-width: 38rem) 100vw, (max-width: 60rem) 50vw, (max-width: 78rem) 33vw, 19rem';

/** A listing in a list. All of it leads to the listing's page. */
export function PropertyCard({ property, isUrgent = false, sizes = GRID_SIZES }: PropertyCardProps) {
  const { FavoriteButton, ViewedBadge } = use(CardSlotsContext);
  const { id, title, images, type, listing_type, location, details, price } = property;
  return (
    <article className={`group/card ${styles.card}`}>
      <div className="relative flex-none aspect-4/3 overflow-hidden bg-skeleton z-1">
        <CardCarousel
          // Another listing in the same place begins at its own first picture.
          key={id}
          propertyId={id}
          title={title}
          images={images}
          sizes={sizes}
          isUrgent={isUrgent}
        />
        <div className="absolute left-3 flex gap-1.5 pointer-events-none top-3">
          <ListingBadge listingType={listing_type} />
          <TypeBadge type={type} />
        </div>
        <div className="absolute left-3 flex gap-1.5 pointer-events-none bottom-2.5">
          <ViewedBadge propertyId={id} />
        </div>
        <FavoriteButton propertyId={id} title={title} className="absolute! top-1.5! right-1.5! z-2!" />
      </div>
      <div className="flex flex-1 flex-col gap-2 pt-3.5 px-4 pb-4">
        <h3 className="[min-height:2lh] text-base font-[650] leading-[1.3] tracking-[-0.01em] text-pretty line-clamp-2 max-md:[min-height:1lh]">
          <PropertyLink
            propertyId={id}
            className={`text-ink no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none ${styles.stretched}`}
          >
            {title}
          </PropertyLink>
        </h3>
        <PlaceLine {...location} />
        <PropertyFacts type={type} {...details} />
        <div className="flex items-center justify-between gap-2 min-h-9 mt-auto pt-1 pointer-coarse:min-h-11">
          <PropertyPrice price={price} listingType={listing_type} />
          <PropertyLink
            propertyId={id}
            className="relative z-1 inline-flex flex-none items-center h-9 py-0 px-3 border border-line-strong rounded-[0.625rem] text-primary text-sm font-[650] no-underline whitespace-nowrap transition-colors hover:border-primary hover:bg-primary-soft group-hover/card:border-primary group-hover/card:bg-primary-soft pointer-coarse:h-11"
            label={`View Details of ${title}`}
          >
            View Details
          </PropertyLink>
        </div>
      </div>
    </article>
  );
}

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
function CardCarousel({ propertyId, title, images, sizes, isUrgent }: CardCarouselProps) {
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
      className={`group/carousel absolute inset-0 ${styles.carousel}`}
      onPointerEnter={hasMore ? loadNeighbour : undefined}
      onTouchStart={hasMore ? loadNeighbour : undefined}
      onFocus={hasMore ? loadNeighbour : undefined}
    >
      <div
        ref={track}
        className={`h-full overflow-x-auto overflow-y-hidden [overscroll-behavior-x:contain] [scroll-behavior:smooth] [scroll-snap-type:x_mandatory] [scrollbar-width:none] ${styles.track}`}
        onScroll={hasMore ? follow : undefined}
        tabIndex={-1}
      >
        <PropertyLink propertyId={propertyId} className={styles.link} isPointerOnly>
          {slides.map((src, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
              key={index}
              className="flex-none w-full h-full bg-skeleton snap-start [scroll-snap-stop:always]"
            >
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
            className={`${styles.arrow} left-2`}
            aria-label={`Previous photo of ${title}`}
            onClick={() => show(current - 1)}
          >
            <ChevronLeft size={18} strokeWidth={2.25} />
          </button>
          <button
            type="button"
            className={`${styles.arrow} right-2`}
            aria-label={`Next photo of ${title}`}
            onClick={() => show(current + 1)}
          >
            <ChevronRight size={18} strokeWidth={2.25} />
          </button>
          {slides.length <= MAX_DOTS && (
            <span
              className={`absolute bottom-3.5 left-1/2 flex gap-1.25 opacity-0 pointer-events-none -translate-x-1/2 transition-opacity group-hover/carousel:opacity-100 group-focus-within/carousel:opacity-100 [@media(hover:none)]:opacity-100 ${styles.dots}`}
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

/** Takes exactly the room of a PropertyCard. */
export function PropertyCardSkeleton() {
  return (
    <div className={`group/card ${styles.card} ${styles.skeleton}`} aria-hidden="true">
      <div className="relative flex-none aspect-4/3 overflow-hidden bg-skeleton z-1" />
      <div className="flex flex-1 flex-col gap-2 pt-3.5 px-4 pb-4">
        <div className="[min-height:2lh] text-base font-[650] leading-[1.3] tracking-[-0.01em] text-pretty line-clamp-2 max-md:[min-height:1lh] grid [align-content:space-evenly] justify-items-start">
          <i className="w-[92%] h-3.5 last:w-[58%] max-md:last:hidden" />
          <i className="w-[92%] h-3.5 last:w-[58%] max-md:last:hidden" />
        </div>
        <div className="flex items-center h-[1.4em] text-sm">
          <i className="w-[70%] h-3" />
        </div>
        <div className="flex items-center h-[1.4em] text-sm">
          <i className="w-[70%] h-3" />
        </div>
        <div className="flex items-center justify-between gap-2 min-h-9 mt-auto pt-1 pointer-coarse:min-h-11">
          <i className="w-22 h-5" />
          <i className="w-26 h-9" />
        </div>
      </div>
    </div>
  );
}

interface PropertyRowProps {
  property: Property;
  /** A last line, such as when it was seen. */
  note?: ReactNode;
}

/** A listing in little: where the full card would be too much. */
export function PropertyRow({ property, note }: PropertyRowProps) {
  const { id, title, images, location, price, listing_type } = property;
  return (
    <article
      className={`relative grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-4 p-2 rounded-md transition-colors hover:bg-[color-mix(in_srgb,var(--s-text)_4%,transparent)] ${styles.row}`}
    >
      <span className="block aspect-4/3 overflow-hidden rounded-sm">
        <Picture src={images[0]} alt="" sizes="7rem" />
      </span>
      <div className={`grid min-w-0 leading-[1.45] ${styles.words}`}>
        <h3 className="overflow-hidden text-ellipsis whitespace-nowrap text-[0.9375rem] font-[650] tracking-[-0.01em]">
          <PropertyLink
            propertyId={id}
            className={`text-ink no-underline focus-visible:outline-none after:absolute after:inset-0 after:content-[''] ${styles.propertyRowLink}`}
          >
            {title}
          </PropertyLink>
        </h3>
        <p className="overflow-hidden text-ellipsis whitespace-nowrap text-muted text-sm">
          {location.address}, {location.city}
        </p>
        <PropertyPrice price={price} listingType={listing_type} className={styles.price} />
        {note && <p className="text-muted text-sm">{note}</p>}
      </div>
    </article>
  );
}
