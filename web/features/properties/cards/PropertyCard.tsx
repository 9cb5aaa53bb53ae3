import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, use, useRef, useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { msg } from '#shared/messages.ts';
import { LazyTravelLine, useMayHavePlaces } from '#web/features/ownPlaces/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { buttonClass } from '#web/ui/controls/Button.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import styles from './cards.module.css';
import {
  CardSlotsContext,
  ListingBadge,
  OffersBadge,
  PlaceLine,
  PropertyFacts,
  PropertyLink,
  PropertyPrice,
  StaleBadge,
  shownMedia,
  TypeBadge,
} from './listingParts.tsx';

export const showsCosts = createStore<boolean>(false, {
  area: 'localStorage',
  key: 'silong_shows_costs',
  read: (stored) => stored === true,
});

const CostLine = lazyWithRetry(async () => (await import('./CostLine.tsx')).CostLine, 'none');

interface PropertyCardProps {
  property: Property;
  /** Its picture is on the first screen: loaded at once. */
  isUrgent?: boolean;
  /** How wide the picture is shown, as `sizes` says it; by default as in PropertyGrid. */
  sizes?: string;
}

const cardClass = `relative flex flex-col h-full overflow-hidden panel ${styles.card}`;
const photoClass = 'relative flex-none aspect-4/3 overflow-hidden bg-skeleton z-1';
const wordsClass = 'flex flex-1 flex-col gap-2 pt-3.5 px-4 pb-4';
const titleClass =
  '[min-height:2lh] text-base font-[650] leading-[1.3] tracking-[-0.01em] text-pretty line-clamp-2 max-md:[min-height:1lh]';
const footClass = 'flex items-center justify-between gap-2 min-h-9 mt-auto pt-1 pointer-coarse:min-h-11';
/** The title's link lies over all of its card, which shows the focus for it. */
const stretchedClass = 'text-ink no-underline stretched focus-visible:outline-none';
const focusClass = 'has-[h3_:focus-visible]:focus-ring';

const detailsClass = buttonClass({
  variant: 'outlined',
  size: 'small',
  className: `relative z-1 h-9 text-primary text-sm whitespace-nowrap print:hidden ${styles.details}`,
});

/** The actions of the card in one bar: the heart in the corner, where people look for it. */
const barClass = 'absolute top-1.5 right-1.5 z-2 flex rounded-full bg-[rgb(16_22_20_/_58%)]';
const barButtonClass = `hover:bg-[rgb(16_22_20_/_50%)] ${styles.barButton}`;
const barActionClass = `${barButtonClass} rounded-full text-white focus-visible:outline-white focus-visible:-outline-offset-3`;
const switchClass = `${barActionClass} aria-pressed:bg-primary aria-pressed:text-on-primary`;

/** On a phone a little less than it is wide: a twentieth fewer pixels is not seen, the next larger picture is waited for. */
const GRID_SIZES = '(max-width: 38rem) 88vw, (max-width: 60rem) 50vw, (max-width: 78rem) 33vw, 19rem';

export function PropertyCard({ property, isUrgent = false, sizes = GRID_SIZES }: PropertyCardProps) {
  const { FavoriteButton, ViewedBadge, CompareButton, SaveToListButton } = use(CardSlotsContext);
  const { id, title, type, listing_type, location, details, price } = property;
  const hasCosts = useStore(showsCosts);
  const mayHavePlaces = useMayHavePlaces();
  return (
    <article className={`${cardClass} ${focusClass} lift`}>
      {/* First for screen readers, and below the pictures on the screen: the facts come before the actions. */}
      <div className={wordsClass}>
        <h3 className={titleClass}>
          <PropertyLink propertyId={id} className={stretchedClass}>
            <bdi>{title}</bdi>
          </PropertyLink>
        </h3>
        <PlaceLine {...location} />
        <PropertyFacts type={type} {...details} />
        {hasCosts && (
          <Suspense fallback={<p className="h-5" />}>
            <CostLine property={property} />
          </Suspense>
        )}
        {mayHavePlaces && location.coordinates && (
          <Suspense>
            <LazyTravelLine from={location.coordinates} />
          </Suspense>
        )}
        <div className={footClass}>
          <PropertyPrice price={price} listingType={listing_type} />
          <PropertyLink
            propertyId={id}
            // The title is a link already: one stop of the Tab key leads there, not two.
            isOutOfTabOrder
            className={detailsClass}
            label={t('View Details of {title}', { title })}
          >
            {t('View Details')}
          </PropertyLink>
        </div>
      </div>
      <div className={`${photoClass} order-first`}>
        <CardCarousel
          // Another listing in the same place begins at its own first picture.
          key={id}
          {...{ property, sizes, isUrgent }}
        />
        <div className={`absolute left-2 flex flex-wrap gap-1 pointer-events-none ${styles.badges}`}>
          <ListingBadge listingType={listing_type} />
          <TypeBadge type={type} />
        </div>
        <div className="absolute left-2 bottom-2 flex flex-wrap-reverse gap-1 max-w-[calc(100%_-_4.5rem)] pointer-events-none">
          <ViewedBadge propertyId={id} />
          <StaleBadge property={property} />
          <OffersBadge property={property} />
        </div>
        <div className={barClass}>
          <SaveToListButton propertyId={id} title={title} className={barActionClass} />
          <CompareButton propertyId={id} title={title} isIcon className={switchClass} />
          <FavoriteButton propertyId={id} title={title} className={barButtonClass} />
        </div>
      </div>
    </article>
  );
}

const arrows = [
  { delta: -1, label: msg('Previous photo of {title}').id, side: 'left-2', Icon: ChevronLeft },
  { delta: 1, label: msg('Next photo of {title}').id, side: 'right-2', Icon: ChevronRight },
];

/** Beyond this many, dots say less than the counter does (specification, part 1 §9). */
const MAX_DOTS = 5;

function CardCarousel({ property, sizes, isUrgent }: Required<PropertyCardProps>) {
  const { id, title, images, image_descriptions } = property;
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [loadedUpTo, setLoadedUpTo] = useState(0);
  const slides = images.length > 0 ? images : [null];
  const hasMore = slides.length > 1;
  const media = shownMedia(property);

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
      className={`absolute inset-0 ${styles.carousel}`}
      onPointerEnter={hasMore ? loadNeighbour : undefined}
      onTouchStart={hasMore ? loadNeighbour : undefined}
      onFocus={hasMore ? loadNeighbour : undefined}
    >
      <div
        ref={track}
        className="scroll-x h-full scroll-smooth snap-x snap-mandatory scrollbar-none"
        onScroll={hasMore ? follow : undefined}
        tabIndex={-1}
      >
        <PropertyLink
          propertyId={id}
          className="flex h-full [-webkit-tap-highlight-color:transparent]"
          isPointerOnly
        >
          {slides.map((src, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
              key={index}
              className="flex-none w-full h-full bg-skeleton snap-start [scroll-snap-stop:always]"
            >
              {index <= loadedUpTo && (
                <Picture
                  src={src}
                  alt={
                    image_descriptions[index] ||
                    t('{title}, photo {position} of {count}', {
                      title,
                      position: index + 1,
                      count: slides.length,
                    })
                  }
                  sizes={sizes}
                  isUrgent={isUrgent && index === 0}
                />
              )}
            </span>
          ))}
        </PropertyLink>
      </div>
      {hasMore && (
        <>
          {arrows.map(({ delta, label, side, Icon }) => (
            <button
              key={delta}
              type="button"
              className={`icon-btn icon-btn-overlay carousel-arrow z-2 w-9 h-9 ${styles.arrow} ${side}`}
              aria-label={t(label, { title })}
              onClick={() => show(current + delta)}
            >
              <Icon size={18} strokeWidth={2.25} />
            </button>
          ))}
          {slides.length <= MAX_DOTS && (
            <span
              className={`absolute bottom-3.5 left-1/2 flex gap-1.25 pointer-events-none -translate-x-1/2 transition-opacity ${styles.dots}`}
              aria-hidden="true"
            >
              {slides.map((_, index) => (
                <i
                  // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
                  key={index}
                  className={`size-1.5 rounded-full shadow-[0_0_2px_rgb(0_0_0_/_45%)] ${index === current ? 'bg-white scale-125' : 'bg-white/65'}`}
                />
              ))}
            </span>
          )}
        </>
      )}
      {(hasMore || media.length > 0) && (
        <span className="carousel-count right-2 bottom-2">
          {media.join(' · ')}
          {hasMore && (
            <>
              {media.length > 0 && ' · '}
              <span className="visuallyHidden">{t('Photo')} </span>
              {current + 1}/{slides.length}
            </>
          )}
        </span>
      )}
    </div>
  );
}

/** Takes exactly the room of a PropertyCard. */
export function PropertyCardSkeleton() {
  return (
    <div className={cardClass} aria-hidden="true">
      <div className={`${photoClass} animate-pulse`} />
      <div className={wordsClass}>
        <div className={`${titleClass} grid [align-content:space-evenly] justify-items-start`}>
          <Skeleton width="92%" height="0.875rem" />
          <Skeleton className="max-md:hidden" width="58%" height="0.875rem" />
        </div>
        {['place', 'facts'].map((line) => (
          <div key={line} className="flex items-center h-[1.4em] text-sm">
            <Skeleton width="70%" height="0.75rem" />
          </div>
        ))}
        <div className={footClass}>
          <Skeleton width="5.5rem" height="1.25rem" />
          <Skeleton width="6.5rem" height="2.25rem" />
        </div>
      </div>
    </div>
  );
}

export function PropertyRow({ property, note }: { property: Property; note?: ReactNode }) {
  const { id, title, images, location, price, listing_type } = property;
  return (
    <article
      className={`relative grid grid-cols-[6.5rem_1fr] items-center gap-4 p-2 rounded-md transition-colors hover:bg-tint ${focusClass}`}
    >
      <span className="block aspect-4/3 overflow-hidden rounded-sm">
        <Picture src={images[0]} alt="" sizes="7rem" />
      </span>
      <div className="grid min-w-0 leading-[1.45]">
        <h3 className="line-clamp-2 text-md font-[650] leading-[1.3] tracking-[-0.01em] wrap-anywhere">
          <PropertyLink propertyId={id} className={stretchedClass}>
            <bdi>{title}</bdi>
          </PropertyLink>
        </h3>
        <p className="overflow-hidden text-ellipsis whitespace-nowrap text-muted text-sm">
          {location.address}, {location.city}
        </p>
        <PropertyPrice price={price} listingType={listing_type} className="text-md" />
        {note && (
          <p dir="auto" className="text-muted text-sm">
            {note}
          </p>
        )}
      </div>
    </article>
  );
}
