import { ChevronLeft, ChevronRight, Ellipsis, Film, LayoutPanelLeft } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, use, useCallback, useId, useRef, useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { msg } from '#shared/messages.ts';
import { LazyTravelLine, useMayHavePlaces } from '#web/features/ownPlaces/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { CardSlotsContext } from './cardSlots.tsx';
import styles from './cards.module.css';
import {
  OfferBadge,
  OfferNotes,
  PlaceLine,
  PropertyFacts,
  PropertyLink,
  PropertyPrice,
  stationInReach,
  walkText,
} from './listingParts.tsx';

export const showsCosts = createStore<boolean>(false, {
  area: 'localStorage',
  key: 'silong_shows_costs',
  read: (stored) => stored === true,
});

const CostLine = lazyWithRetry(async () => (await import('./CostLine.tsx')).CostLine, 'none');

interface PictureProps {
  property: Property;
  /** Its picture is on the first screen: loaded at once. */
  isUrgent?: boolean;
  /** How wide the picture is shown, as `sizes` says it; by default as in PropertyGrid. */
  sizes?: string;
}

/** A context of its own for what lies over each other on it. */
const cardClass = 'relative isolate flex flex-col h-full overflow-hidden panel';
/** Low enough where cards stand in four columns for two rows of them on a screen. */
const photoClass = 'relative flex-none aspect-16/10 xl:max-h-46 overflow-hidden bg-skeleton z-1';
const wordsClass = 'flex flex-1 flex-col gap-0.5 pt-2.5 px-3 pb-3';
const priceRowClass = 'flex items-center gap-1 h-7';
const titleClass = 'text-md font-[650] leading-[1.35] tracking-[-0.01em] truncate';
/** The title's link lies over all of its card, which shows the focus for it. */
const stretchedClass = 'text-ink no-underline stretched focus-visible:outline-none';
const focusClass = 'has-[h3_:focus-visible]:focus-ring';
/** Dark ground on any picture. */
const roundClass = 'flex items-center justify-center size-9 *:flex-none rounded-full bg-[rgb(16_22_20_/_58%)]';
/** Taller than its row under a finger, over parts of the card that only lead to the listing. */
const actionClass =
  'inline-flex flex-none items-center justify-center h-8 pointer-coarse:h-11 text-sm print:hidden';

/** On a phone a little less than it is wide: a twentieth fewer pixels is not seen, the next larger picture is waited for. */
const GRID_SIZES = '(max-width: 38rem) 88vw, (max-width: 60rem) 50vw, (max-width: 78rem) 33vw, 19rem';

export function PropertyCard(props: PictureProps) {
  const { property, isUrgent = false, sizes = GRID_SIZES } = props;
  const { CompareToggle, FavoriteButton, ViewedBadge } = use(CardSlotsContext);
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
        {/* Above the title on the screen; a heading is what its facts follow for screen readers. */}
        <div className="order-first">
          <div className={priceRowClass}>
            <PropertyPrice price={price} listingType={listing_type} className="mr-auto" />
            <PropertyLink
              propertyId={id}
              // The title is a link already: one stop of the Tab key leads there, not two.
              isOutOfTabOrder
              className={`relative z-1 ${actionClass} text-primary font-[650] no-underline whitespace-nowrap hover:underline`}
              label={t('View Details of {title}', { title })}
            >
              {t('View Details')}
            </PropertyLink>
            <CardActions property={property} />
          </div>
          <PropertyFacts type={type} {...details} />
        </div>
        <PlaceLine address={location.address} city={location.city} walk={stationInReach(property)} />
        <OfferNotes property={property} />
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
      </div>
      <div className={`${photoClass} order-first`}>
        <CardCarousel
          // Another listing in the same place begins at its own first picture.
          key={id}
          {...{ property, sizes, isUrgent }}
        />
        <div className="absolute top-2 left-2 max-w-[calc(100%_-_3.75rem)] pointer-events-none">
          <OfferBadge listingType={listing_type} type={type} />
        </div>
        <div className="absolute left-2 bottom-2 pointer-events-none">
          <ViewedBadge propertyId={id} />
        </div>
        {/* A dark round on any picture, a little smaller than the button. */}
        <div className={`${roundClass} absolute top-1.5 right-1.5 z-2 print:hidden`}>
          <FavoriteButton propertyId={id} title={title} />
        </div>
        <CompareToggle
          propertyId={id}
          title={title}
          className={`absolute top-12.5 right-1.5 z-2 print:hidden ${styles.compare}`}
        />
      </div>
    </article>
  );
}

/** The button of the card's menu, which opens over the picture. */
function CardActions({ property }: { property: Property }) {
  const { CardMenu } = use(CardSlotsContext);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setIsOpen(false), []);
  const id = useId();
  const label = t('More actions for {title}', { title: property.title });
  const preload = () => void CardMenu.preload?.();
  return (
    <div className="relative z-2 flex items-center flex-none h-7 -mr-1.5 pointer-coarse:-mr-2.5">
      <button
        ref={button}
        type="button"
        className={`${actionClass} w-8 pointer-coarse:w-11 rounded-full text-ink hover:bg-sunken`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <CardMenu {...{ id, label, property }} trigger={button} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

const arrows = [
  { delta: -1, label: msg('Previous photo of {title}').id, side: 'left-2', Icon: ChevronLeft },
  { delta: 1, label: msg('Next photo of {title}').id, side: 'right-2', Icon: ChevronRight },
];

/** Beyond this many, dots say less than the counter does (specification, part 1 §9). */
const MAX_DOTS = 5;

function CardCarousel({ property, sizes, isUrgent }: Required<PictureProps>) {
  const { id, title, images, image_descriptions, video_url, floor_plans } = property;
  const track = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [loadedUpTo, setLoadedUpTo] = useState(0);
  const slides = images.length > 0 ? images : [null];
  const hasMore = slides.length > 1;
  const media = [
    ...(video_url ? [{ Icon: Film, text: t('Video') }] : []),
    ...(floor_plans.length > 0 ? [{ Icon: LayoutPanelLeft, text: t('Plan') }] : []),
  ];

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
        <span className="carousel-count right-2 bottom-2 flex items-center gap-1.5">
          {media.map(({ Icon, text }, index) => (
            <Fragment key={text}>
              <Icon size={14} strokeWidth={2} aria-hidden="true" />
              <span className="visuallyHidden">
                {text}
                {(hasMore || index < media.length - 1) && ' · '}
              </span>
            </Fragment>
          ))}
          {hasMore && (
            <span>
              <span className="visuallyHidden">{t('Photo')} </span>
              {current + 1}/{slides.length}
            </span>
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
        <div>
          <div className={priceRowClass}>
            <Skeleton width="5.5rem" height="1.25rem" />
          </div>
          <div className="flex items-center h-[1.4em] text-sm">
            <Skeleton width="62%" height="0.75rem" />
          </div>
        </div>
        <div className={`flex items-center h-[1.35em] ${titleClass}`}>
          <Skeleton width="88%" height="0.875rem" />
        </div>
        <div className="flex items-center h-[1.4em] text-sm">
          <Skeleton width="70%" height="0.75rem" />
        </div>
      </div>
    </div>
  );
}

export function PropertyRow({ property, note }: { property: Property; note?: ReactNode }) {
  const { id, title, images, location, price, listing_type } = property;
  const walk = stationInReach(property);
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
        {walk && <p className="truncate text-muted text-sm">{walkText(walk)}</p>}
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
