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
    <article
      className={`grid grid-cols-[11rem_minmax(0,1fr)] gap-6 p-4 border border-line rounded-lg bg-surface shadow-sm max-md:grid-cols-1 max-md:gap-3 max-md:p-3 ${styles.card} ${isOpen ? '' : styles.over}`}
    >
      <PropertyLink
        propertyId={property.id}
        className={`block self-start aspect-4/3 overflow-hidden rounded-md max-md:aspect-2/1 ${styles.picture}`}
        isPointerOnly
      >
        <Picture src={property.image} alt="" sizes="(max-width: 40rem) 100vw, 11rem" />
      </PropertyLink>
      <div className="grid grid-cols-1 content-start gap-1 max-md:pt-0 max-md:px-1 max-md:pb-1">
        <div className="flex flex-wrap items-center gap-y-1 gap-x-3">
          <h3 className="flex flex-wrap gap-y-0 gap-x-2.5 text-lg tracking-[-0.01em]">
            {near ? `${near}, ${day}` : day}
            <span className={styles.hours}>{formatViewingHours(starts_at, ends_at)}</span>
          </h3>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </div>
        <p className="font-semibold">
          <PropertyLink
            propertyId={property.id}
            className="text-ink no-underline hover:text-primary hover:underline hover:underline-offset-[0.2em]"
          >
            {property.title}
          </PropertyLink>
        </p>
        <p className={`flex gap-1.5 text-muted text-sm ${styles.line}`}>
          <MapPin size={16} strokeWidth={1.75} aria-hidden="true" />
          <span>{property.address}</span>
        </p>
        <div className="flex flex-wrap items-center gap-y-0 gap-x-4 text-sm">
          <span>{statusSentence(viewing, side, now)}</span>
          {isOpen && (
            <span className={`flex flex-wrap gap-y-0 gap-x-4 ${styles.ways}`}>
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
          <p
            className={`flex gap-1.5 text-muted text-sm mt-1 py-2 px-3 rounded-sm bg-sunken wrap-anywhere ${styles.note}`}
          >
            <Quote size={16} aria-hidden="true" />
            <span>{note}</span>
          </p>
        )}
      </div>
      {isOpen && <ViewingActions viewing={viewing} side={side} now={now} />}
    </article>
  );
}
