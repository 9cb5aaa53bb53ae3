import { TriangleAlert } from 'lucide-react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { isUpcoming, viewingSide } from '../viewingSides.ts';
import { formatViewingHour } from '../viewingTimes.ts';
import { otherSide, statusBadge } from '../viewingWords.ts';
import styles from './Calendar.module.css';

interface CalendarBlockProps {
  viewing: Viewing;
  agentId: number;
  /** Another viewing is confirmed for this time. */
  isClashing: boolean;
  now: Date;
  onOpen(): void;
}

export function CalendarBlock({ viewing, agentId, isClashing, now, onOpen }: CalendarBlockProps) {
  const side = viewingSide(viewing, agentId);
  const { name } = otherSide(viewing, side);
  const { starts_at, property, status } = viewing;
  const state = statusBadge(viewing, side, now).label;
  return (
    <button
      type="button"
      data-viewing={viewing.id}
      className={`${styles.block} ${styles[status]} ${isClashing ? styles.clashing : ''} ${isUpcoming(viewing, now) ? '' : styles.over}`}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className={styles.blockTime}>
        {formatViewingHour(starts_at)}
        {isClashing && <TriangleAlert size={14} aria-hidden="true" />}
      </span>
      <strong>{name}</strong>
      <span>{isClashing ? 'Clashes with a confirmed viewing' : property.title}</span>
      <span className="visuallyHidden">
        {isClashing && `${property.title} `}
        {state}
      </span>
    </button>
  );
}
