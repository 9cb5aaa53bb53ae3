import { Mail, MapPin, Phone, Quote } from 'lucide-react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { ViewingActions } from './ViewingActions.tsx';
import styles from './ViewingCard.module.css';
import { isUpcoming, viewingSide } from './viewingSides.ts';
import { formatViewingDay, formatViewingHours, nearDay } from './viewingTimes.ts';
import { otherSide, statusBadge, statusSentence } from './viewingWords.ts';

interface ViewingCardProps {
  viewing: Viewing;
  userId: number;
  now: Date;
}

/** One viewing, as its reader's side sees it. */
export function ViewingCard({ viewing, userId, now }: ViewingCardProps) {
  const { property, starts_at, ends_at, note } = viewing;
  const side = viewingSide(viewing, userId);
  const badge = statusBadge(viewing, side, now);
  const other = otherSide(viewing, side);
  const near = nearDay(starts_at, now);
  const day = formatViewingDay(starts_at, now);
  const isOpen = isUpcoming(viewing, now);

  return (
    <article className={`${styles.card} ${isOpen ? '' : styles.over}`}>
      <PropertyLink propertyId={property.id} className={styles.picture} isPointerOnly>
        <Picture src={property.image} alt="" sizes="(max-width: 40rem) 100vw, 11rem" />
      </PropertyLink>
      <div className={styles.body}>
        <div className={styles.head}>
          <h3 className={styles.time}>
            {near ? `${near}, ${day}` : day}
            <span className={styles.hours}>{formatViewingHours(starts_at, ends_at)}</span>
          </h3>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        <p className={styles.property}>
          <PropertyLink propertyId={property.id} className={styles.title}>
            {property.title}
          </PropertyLink>
        </p>
        <p className={styles.line}>
          <MapPin size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{property.address}</span>
        </p>
        <div className={styles.person}>
          <span>{statusSentence(viewing, side, now)}</span>
          {isOpen && (
            <span className={styles.ways}>
              {other.phone && (
                <a href={phoneHref(other.phone)} aria-label={`Call ${other.name}, ${other.phone}`}>
                  <Phone size={16} aria-hidden="true" />
                  {other.phone}
                </a>
              )}
              <a href={`mailto:${other.email}`} aria-label={`Email ${other.name}`}>
                <Mail size={16} aria-hidden="true" />
                Email
              </a>
            </span>
          )}
        </div>
        {note && (
          <p className={styles.note}>
            <Quote size={16} aria-hidden="true" />
            <span>{note}</span>
          </p>
        )}
      </div>
      {isOpen && <ViewingActions viewing={viewing} side={side} now={now} />}
    </article>
  );
}
