import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import card from './OwnPropertyCard.module.css';
import { OwnPropertyCard } from './OwnPropertyCard.tsx';
import type { Selection } from './useSelection.ts';

const PAGE_SIZE = 6;

interface OwnGridProps {
  agentId: number;
  properties: readonly OwnProperty[];
  /** Another page is on its way. */
  isStale: boolean;
  selection: Selection;
  onEdit(id: number): void;
  onDuplicate(id: number): void;
  onDelete(property: OwnProperty): void;
}

export function OwnGrid({ properties, isStale, selection, agentId, ...actions }: OwnGridProps) {
  return (
    <ul
      className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-6 transition-opacity aria-busy:opacity-55"
      aria-label="My properties"
      aria-busy={isStale}
    >
      {properties.map((property) => (
        <li key={property.id}>
          <OwnPropertyCard
            agentId={agentId}
            property={property}
            isSelected={selection.ids.has(property.id)}
            onSelect={(isSelected) => selection.put([property.id], isSelected)}
            {...actions}
          />
        </li>
      ))}
    </ul>
  );
}

export function OwnGridSkeleton() {
  return (
    <div
      className="grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-6 transition-opacity aria-busy:opacity-55"
      role="status"
    >
      <span className="visuallyHidden">Loading your properties…</span>
      {Array.from({ length: PAGE_SIZE }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
        <div key={index} className={card.card} aria-hidden="true">
          <div className={card.photo} />
          <div className={card.body}>
            <Skeleton width="40%" height="1.5rem" />
            <Skeleton width="85%" height="1.25rem" />
            <Skeleton width="70%" height="1rem" />
            <Skeleton width="60%" height="1rem" />
            <Skeleton height="var(--s-control-height)" />
            <Skeleton height="var(--s-control-height)" />
          </div>
        </div>
      ))}
    </div>
  );
}
