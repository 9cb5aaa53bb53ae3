import type { Viewing } from '#shared/contracts/viewings.ts';
import type { ViewingDecision, ViewingSide } from '#shared/viewingDecisions.ts';
import { isUpcoming, isWaitingFor } from './viewingSides.ts';
import { formatViewingDay, formatViewingHour } from './viewingTimes.ts';

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

/** The state in a word or two, as this side sees it. */
export function statusBadge(
  viewing: Viewing,
  side: ViewingSide,
  now: Date,
): { label: string; tone: BadgeTone } {
  const { status } = viewing;
  if (status === 'declined') return { label: 'Declined', tone: 'danger' };
  if (status === 'cancelled') return { label: 'Cancelled', tone: 'neutral' };
  const isOver = !isUpcoming(viewing, now);
  if (status === 'confirmed') return { label: 'Confirmed', tone: isOver ? 'neutral' : 'success' };
  if (isOver) return { label: 'Not confirmed', tone: 'neutral' };
  if (isWaitingFor(side, viewing)) return { label: 'Needs your answer', tone: 'warning' };
  return status === 'requested'
    ? { label: 'Requested', tone: 'info' }
    : { label: 'New time proposed', tone: 'info' };
}

export function otherSide(viewing: Viewing, side: ViewingSide): Viewing['agent'] {
  return side === 'agent' ? viewing.user : viewing.agent;
}

/** Who is to do what next, in a sentence. */
export function statusSentence(viewing: Viewing, side: ViewingSide, now: Date): string {
  const { name } = otherSide(viewing, side);
  const isOpen = isUpcoming(viewing, now);
  if (isOpen && viewing.status === 'requested')
    return side === 'agent' ? `${name} asks for this time` : `Waiting for ${name} to answer`;
  if (isOpen && viewing.status === 'proposed')
    return side === 'agent'
      ? `Waiting for ${name} to accept this time`
      : `${name} proposes this time instead`;
  return `With ${name}`;
}

/** What the button says. */
export function decisionLabel(
  decision: ViewingDecision,
  side: ViewingSide,
  status: Viewing['status'],
): string {
  if (decision === 'confirmed') return side === 'agent' ? 'Confirm' : 'Accept Time';
  if (decision === 'proposed') return 'Propose Another Time';
  if (decision === 'declined') return 'Decline';
  return status === 'requested' ? 'Cancel Request' : 'Cancel Viewing';
}

/** What a toast says once it is done. */
export const decisionDone: Record<ViewingDecision, string> = {
  confirmed: 'Viewing confirmed',
  proposed: 'New time proposed',
  declined: 'Viewing declined',
  cancelled: 'Viewing cancelled',
};

/** The question before somebody is turned away. */
export function refusalQuestion(
  viewing: Viewing,
  side: ViewingSide,
  decision: 'declined' | 'cancelled',
  now: Date,
) {
  const { name } = otherSide(viewing, side);
  const time = `${formatViewingDay(viewing.starts_at, now)} at ${formatViewingHour(viewing.starts_at)}`;
  const isRequest = decision === 'cancelled' && viewing.status === 'requested';
  return {
    title:
      decision === 'declined'
        ? 'Decline this viewing?'
        : isRequest
          ? 'Cancel this request?'
          : 'Cancel this viewing?',
    text: `${viewing.property.title}, ${time}. ${name} will be told, and this cannot be undone.`,
    confirmLabel: decisionLabel(decision, side, viewing.status),
    cancelLabel: isRequest ? 'Keep Request' : 'Keep Viewing',
  };
}
