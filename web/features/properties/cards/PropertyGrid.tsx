import { memo, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { createStore, type Store, useStore } from '#web/lib/store.ts';
import { EntryBoundary } from '#web/ui/states/EmptyState.tsx';
import { PropertyCard, PropertyCardSkeleton } from './PropertyCard.tsx';

interface PropertyGridProps {
  properties: Property[];
  /** How many cards, from the first, are on the first screen. Default none. */
  urgentCount?: number;
  label?: string;
  onPoint?: ((property: Property | null) => void) | undefined;
  /** Which one is pointed at elsewhere, as on a map: its card is marked and comes into sight. */
  pointed?: Store<number | null> | undefined;
  below?: ((property: Property) => ReactNode) | undefined;
}

const gridClass = 'grid grid-fill-[17.25rem] gap-x-6 gap-y-5';

/** Comes into sight below the header. */
const itemClass =
  'rounded-lg scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-4))] scroll-mb-4 data-pointed:focus-ring';

/** These are neither measured nor drawn before they come near the window; overflow of a card is not cut off. */
const laterClass = '[content-visibility:auto] [overflow-clip-margin:2rem]';
/** About as high as they are by then: cards of four columns are lower, and some have a line below them. */
const awaited = '[contain-intrinsic-block-size:auto_19rem] max-xl:[contain-intrinsic-block-size:auto_21.5rem]';
const awaitedWithLine =
  '[contain-intrinsic-block-size:auto_22rem] max-xl:[contain-intrinsic-block-size:auto_25rem]';

const nothingPointed = createStore<number | null>(null);

/** Memoised: a new render of the surroundings would force all cards that are not hydrated yet to hydrate at once. */
export const PropertyGrid = memo(function PropertyGrid(props: PropertyGridProps) {
  const { properties, urgentCount = 0, label, onPoint, pointed = nothingPointed, below } = props;
  return (
    <ul className={gridClass} aria-label={label}>
      {properties.map((property, index) => (
        <GridItem key={property.id} isUrgent={index < urgentCount} {...{ property, onPoint, pointed, below }} />
      ))}
    </ul>
  );
});

interface GridItemProps extends Pick<PropertyGridProps, 'onPoint' | 'below'> {
  property: Property;
  isUrgent: boolean;
  pointed: Store<number | null>;
}

function GridItem({ property, isUrgent, onPoint, pointed, below }: GridItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const isPointed = useStore(pointed, (id) => id === property.id);
  useEffect(() => {
    // The list does not move away under a pointer that is in it.
    if (isPointed && !item.current?.parentElement?.matches(':hover'))
      item.current?.scrollIntoView({ block: 'nearest' });
  }, [isPointed]);
  const card = <PropertyCard property={property} isUrgent={isUrgent} />;
  return (
    <li
      ref={item}
      className={`${itemClass} ${isUrgent ? '' : `${laterClass} ${below ? awaitedWithLine : awaited}`}`}
      data-pointed={isPointed || undefined}
      onPointerEnter={onPoint && (() => onPoint(property))}
      onPointerLeave={onPoint && (() => onPoint(null))}
      onFocus={onPoint && (() => onPoint(property))}
      onBlur={onPoint && (() => onPoint(null))}
    >
      {/* A page that a server has rendered is taken over card by card. */}
      <Suspense>
        <EntryBoundary>
          {below ? (
            <div className="grid grid-cols-1 content-start">
              {card}
              {below(property)}
            </div>
          ) : (
            card
          )}
        </EntryBoundary>
      </Suspense>
    </li>
  );
}

/** Placeholder until the properties come. The caller shows a text beside it that names the content. */
export function PropertyGridSkeleton({ count }: { count: number }) {
  return (
    <div className={gridClass} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
        <PropertyCardSkeleton key={index} />
      ))}
    </div>
  );
}
