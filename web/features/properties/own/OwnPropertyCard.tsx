import { Copy, ExternalLink, Eye, EyeOff, MapPin, Pencil, Trash2 } from 'lucide-react';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { countWords } from '#web/lib/countWords.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { ListingBadge, TypeBadge } from '../cards/badges.tsx';
import { PropertyFacts } from '../cards/PropertyFacts.tsx';
import { PropertyPrice } from '../cards/PropertyPrice.tsx';
import { CardStatus } from './CardStatus.tsx';
import styles from './OwnPropertyCard.module.css';
import { hiddenWords } from './statusWords.ts';

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

export function OwnPropertyCard(props: OwnPropertyCardProps) {
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
  return (
    <div className={styles.foot}>
      <CardStatus agentId={agentId} property={property} />
      <div className={styles.actions}>
        <ButtonLink
          variant="outlined"
          className={styles.action}
          to={`/properties/${id}`}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink size={16} aria-hidden="true" />
          View
          <span className="visuallyHidden"> {title} (opens in a new tab)</span>
        </ButtonLink>
        <Button variant="outlined" className={styles.action} onClick={() => onEdit(id)}>
          <Pencil size={16} aria-hidden="true" />
          Edit
          <span className="visuallyHidden"> {title}</span>
        </Button>
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
