import { ChevronDown, Copy, ExternalLink, Eye, EyeOff, MapPin, Pencil, Trash2 } from 'lucide-react';
import type { PropertyStatus } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { countWords } from '#web/lib/countWords.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Badge } from '#web/ui/Badge.tsx';
import button from '#web/ui/button.module.css';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { ListingBadge, PropertyFacts, PropertyPrice, TypeBadge } from '../cards/listingParts.tsx';
import { hiddenWords, statusTone } from '../statusWords.ts';
import type { Selection } from './ListTools.tsx';
import { statuses } from './listState.ts';
import styles from './OwnGrid.module.css';
import { useSetStatus } from './queries.ts';

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
        <div key={index} className={styles.card} aria-hidden="true">
          <div className={styles.photo} />
          <div className={styles.body}>
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

const SIZES = '(max-width: 44rem) 100vw, (max-width: 66rem) 50vw, 24rem';

interface OwnPropertyCardProps {
  agentId: number;
  property: OwnProperty;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  onEdit(id: number): void;
  onDuplicate(id: number): void;
  onDelete(property: OwnProperty): void;
}

function OwnPropertyCard(props: OwnPropertyCardProps) {
  const { property, isSelected, onSelect } = props;
  const { id, title, images, type, listing_type, location, details, price, views } = property;
  const hidden = property.moderation_status === 'active' ? null : hiddenWords[property.moderation_status];
  return (
    <article className={`${styles.card} ${isSelected ? styles.selected : ''}`} aria-labelledby={`own-${id}`}>
      <div className={styles.photo}>
        <Picture src={images[0]} alt="" sizes={SIZES} />
        <label className={styles.select}>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={`Select ${title}`}
            onChange={({ target }) => onSelect(target.checked)}
          />
        </label>
        <div className={styles.badges}>
          <ListingBadge listingType={listing_type} />
          <TypeBadge type={type} />
        </div>
      </div>
      <div className={styles.body}>
        <div className={styles.figures}>
          <PropertyPrice price={price} listingType={listing_type} />
          <span className={styles.views}>
            <Eye size={16} strokeWidth={1.75} aria-hidden="true" />
            {countWords(views, 'view', 'views')}
          </span>
        </div>
        <h3 id={`own-${id}`} className={styles.title}>
          {title}
        </h3>
        <p className={styles.place}>
          <MapPin size={15} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.address}>{location.address}</span>
          <span className={styles.city}> · {location.city}</span>
        </p>
        <PropertyFacts type={type} {...details} />
        {hidden && (
          <p className={styles.hidden}>
            <EyeOff size={16} aria-hidden="true" />
            <span>
              <strong>{hidden.label}.</strong> {hidden.meaning}
              {property.moderation_reason && ` Reason given: ${property.moderation_reason}`}
            </span>
          </p>
        )}
        <CardActions {...props} />
      </div>
    </article>
  );
}

function CardActions({ agentId, property, onEdit, onDuplicate, onDelete }: OwnPropertyCardProps) {
  const { id, title } = property;
  const outlined = `${button.button} ${button.medium} ${button.outlined} ${styles.action}`;
  return (
    <div className={styles.foot}>
      <CardStatus agentId={agentId} property={property} />
      <div className={styles.actions}>
        <a className={outlined} href={`/properties/${id}`} target="_blank" rel="noopener">
          <ExternalLink size={16} aria-hidden="true" />
          View
          <span className="visuallyHidden"> {title} (opens in a new tab)</span>
        </a>
        <button type="button" className={outlined} onClick={() => onEdit(id)}>
          <Pencil size={16} aria-hidden="true" />
          Edit
          <span className="visuallyHidden"> {title}</span>
        </button>
        <IconButton
          label={`Duplicate ${title}`}
          variant="outlined"
          icon={<Copy size={18} aria-hidden="true" />}
          onClick={() => onDuplicate(id)}
        />
        <IconButton
          label={`Delete ${title}`}
          variant="outlined"
          className={styles.delete}
          icon={<Trash2 size={18} aria-hidden="true" />}
          onClick={() => onDelete(property)}
        />
      </div>
    </div>
  );
}

/**
 * One choice marks the listing, and the message that says so can take it back. A menu, because the arrow keys of a
 * select would mark it as everything on the way: people would be told of a sale that never was.
 */
function CardStatus({ agentId, property }: { agentId: number; property: OwnProperty }) {
  const { title, status } = property;
  const { mutateAsync } = useSetStatus(agentId, property);

  // Works on without the card: marked, a listing may leave the list, and its way back stands in the message.
  const mark = async (next: PropertyStatus, from: PropertyStatus, isUndo = false) => {
    try {
      const { isQueued } = await mutateAsync({ status: next, from });
      const words = isQueued
        ? `${title} will be ${propertyStatusLabel[next]} once the server can be reached`
        : `${title} is ${isUndo ? 'again' : 'now'} ${propertyStatusLabel[next]}`;
      const undo = { label: 'Undo', onClick: () => void mark(from, next, true) };
      showToast(words, 'success', isUndo ? undefined : undo);
    } catch (error) {
      showToast(failureSentence(error, 'Failed to update property'), 'error');
    }
  };

  return (
    <Menu
      label={`Status of ${title}: ${propertyStatusLabel[status]}`}
      triggerClassName={styles.trigger}
      trigger={
        <>
          <Badge tone={statusTone[status]}>{propertyStatusLabel[status]}</Badge>
          <ChevronDown size={18} aria-hidden="true" />
        </>
      }
      entries={statuses
        .filter((next) => next !== status)
        .map((next) => ({
          label: `Mark as ${propertyStatusLabel[next]}`,
          onSelect: () => void mark(next, status),
        }))}
    />
  );
}
