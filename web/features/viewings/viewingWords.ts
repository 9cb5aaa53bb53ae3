import type {
  Viewing,
  ViewingDecision,
  ViewingEndReason,
  ViewingEvent,
  ViewingOutcome,
  ViewingSide,
} from '#shared/contracts/viewings.ts';
import { UNANSWERED_VIEWING_DAYS } from '#shared/limits.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';
import { isOpen, turnOf } from '#shared/viewingDecisions.ts';
import { dateFormat } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';

type BadgeTone = 'neutral' | 'success' | 'warning' | 'danger' | 'info';

/** The state in a word or two, as this side sees it. */
export function statusBadge(viewing: Viewing, side: ViewingSide, now: Date): { label: string; tone: BadgeTone } {
  const { status } = viewing;
  if (status === 'declined') return { label: t('Declined'), tone: 'danger' };
  if (status === 'cancelled') return { label: t('Cancelled'), tone: 'neutral' };
  if (needsAnswer(viewing, side, now)) return { label: t('Needs your answer'), tone: 'warning' };
  const isOver = !isUpcoming(viewing, now);
  if (status === 'confirmed') return { label: t('Confirmed'), tone: isOver ? 'neutral' : 'success' };
  if (isOver || viewing.lapsed_at) return { label: t('Not answered'), tone: 'neutral' };
  return { label: status === 'requested' ? t('Requested') : t('New time proposed'), tone: 'info' };
}

export const otherSide = (viewing: Viewing, side: ViewingSide): Viewing['agent'] =>
  side === 'agent' ? viewing.user : viewing.agent;

export const endWords: Record<ViewingEndReason, Message> = {
  listing_deleted: msg('The listing was taken down.'),
  listing_rejected: msg('The listing was taken down.'),
  listing_sold: msg('The home was sold.'),
  listing_rented: msg('The home was rented out.'),
  agent_unavailable: msg('The agent no longer takes viewings.'),
  client_unavailable: msg('The visitor’s account is no longer active.'),
  account_deleted: msg('The other person has left Silong.'),
  days_off: msg('The agent is away that day.'),
};

/** The next step and its side, in a sentence; of an end that neither side decided its reason. */
export function statusSentence(viewing: Viewing, side: ViewingSide, now: Date): string {
  const { name } = otherSide(viewing, side);
  const { status, end_reason, proposed_by } = viewing;
  if (end_reason) return t(endWords[end_reason]);
  if (viewing.lapsed_at && (status === 'requested' || status === 'proposed'))
    return side === turnOf(viewing)
      ? t('The time passed before you answered {name}', { name })
      : t('{name} did not answer in time', { name });
  if (!isUpcoming(viewing, now)) return t('With {name}', { name });
  const isOwnTurn = turnOf(viewing) === side;
  if (status === 'requested')
    return isOwnTurn ? t('{name} requested this time', { name }) : t('Waiting for {name} to answer', { name });
  if (status === 'proposed')
    return isOwnTurn
      ? t('{name} proposed this time instead', { name })
      : t('Waiting for {name} to accept this time', { name });
  if (proposed_by)
    return isOwnTurn
      ? t('{name} asks to move it. Until you accept, this time stands.', { name })
      : t('You asked {name} to move it. Until then, this time stands.', { name });
  return t('With {name}', { name });
}

/** 'Sat, Nov 28, 2:00 PM instead': the other time that is proposed for an agreed one. */
export const proposalWords = ({ proposed_at }: Viewing): string | null =>
  proposed_at && t('{time} instead', { time: formatShortViewingTime(proposed_at) });

export function decisionLabel(decision: ViewingDecision, side: ViewingSide, viewing: Viewing) {
  const isMove = viewing.status === 'confirmed';
  if (decision === 'confirmed') return side === 'agent' && !isMove ? t('Confirm') : t('Accept Time');
  if (decision === 'proposed') return isMove ? t('Move') : t('Propose Another Time');
  if (decision === 'withdrawn') return t('Withdraw Proposal');
  if (decision === 'declined') return isMove ? t('Keep the Agreed Time') : t('Decline');
  return viewing.status === 'requested' ? t('Cancel Request') : t('Cancel Viewing');
}

export const outcomeLabels: Record<ViewingOutcome, Message> = {
  took_place: msg('Held'),
  no_show: msg('No-show'),
  offer: msg('Made an offer'),
  not_for_them: msg('Not interested'),
};

export const asksOutcome = (viewing: Pick<Viewing, 'status' | 'ends_at' | 'outcome'>, now: Date): boolean =>
  viewing.status === 'confirmed' && viewing.outcome === null && new Date(viewing.ends_at) <= now;

export const decisionDone: Record<ViewingDecision, Message> = {
  confirmed: msg('Viewing confirmed'),
  proposed: msg('New time proposed'),
  declined: msg('Viewing declined'),
  cancelled: msg('Viewing cancelled'),
  withdrawn: msg('Proposal withdrawn'),
};

export function refusalQuestion(
  viewing: Viewing,
  side: ViewingSide,
  decision: 'declined' | 'cancelled',
  now: Date,
) {
  const { name } = otherSide(viewing, side);
  const isRequest = decision === 'cancelled' && viewing.status === 'requested';
  const cancelTitle = isRequest ? t('Cancel this request?') : t('Cancel this viewing?');
  return {
    title: decision === 'declined' ? t('Decline this viewing?') : cancelTitle,
    text: t('{title}, {day} at {hour}. We will notify {name}. You cannot undo this.', {
      title: viewing.property.title,
      day: formatViewingDay(viewing.starts_at, now),
      hour: formatViewingHour(viewing.starts_at),
      name,
    }),
    confirmLabel: decisionLabel(decision, side, viewing),
    cancelLabel: isRequest ? t('Keep Request') : t('Keep Viewing'),
  };
}

/** One step of the history, in a sentence: 'Ana Reyes proposed Sat, Nov 28, 2:00 PM'. */
export function stepSentence({ kind, by, side, starts_at }: ViewingEvent, viewing: Viewing): string {
  const time = formatShortViewingTime(starts_at);
  const name = by?.name ?? (side ? viewing[side].name : '');
  // A step from before there was a history.
  if (!name && kind in decisionDone && !viewing.end_reason) return t(decisionDone[kind as ViewingDecision]);
  switch (kind) {
    case 'requested':
      return t('{name} asked for {time}', { name, time });
    case 'proposed':
      return t('{name} proposed {time}', { name, time });
    case 'confirmed':
      return t('{name} agreed on {time}', { name, time });
    case 'declined':
      return t('{name} declined {time}', { name, time });
    case 'withdrawn':
      return t('{name} withdrew {time}', { name, time });
    case 'lapsed':
      return t('{time} came without an answer', { time });
    case 'handed_over':
      return t('Handed over to another agent');
    case 'cancelled':
      if (side) return t('{name} cancelled', { name });
      return viewing.end_reason ? t(endWords[viewing.end_reason]) : t('Cancelled');
  }
}

export const viewingSide = (viewing: Pick<Viewing, 'agent'>, userId: number): ViewingSide =>
  viewing.agent.id === userId ? 'agent' : 'user';

/** Not called off, and its time or the proposed one is to come. */
export const isUpcoming = (
  viewing: Pick<Viewing, 'status' | 'ends_at'> & Partial<Pick<Viewing, 'proposed_at'>>,
  now: Date,
): boolean =>
  isOpen(viewing.status) &&
  (new Date(viewing.ends_at) > now || (!!viewing.proposed_at && new Date(viewing.proposed_at) > now));

const UNANSWERED_MS = UNANSWERED_VIEWING_DAYS * 24 * 3_600_000;

/** Whether this side's answer is due; a request still is for some days after its time. */
const needsAnswer = (viewing: Viewing, side: ViewingSide, now: Date): boolean => {
  if (turnOf(viewing) !== side) return false;
  const isRequest = side === 'agent' && viewing.status === 'requested';
  return isUpcoming(viewing, now) || (isRequest && Date.parse(viewing.ends_at) + UNANSWERED_MS > now.getTime());
};

/** Viewings to come, soonest first, and past or called off ones, latest first. @param viewings soonest first. */
export function sectionViewings(viewings: readonly Viewing[], userId: number, now: Date) {
  const isWaiting = (viewing: Viewing) => needsAnswer(viewing, viewingSide(viewing, userId), now);
  const others = viewings.filter((viewing) => !isWaiting(viewing));
  return {
    waiting: viewings.filter(isWaiting),
    upcoming: others.filter((viewing) => isUpcoming(viewing, now)),
    past: others.filter((viewing) => !isUpcoming(viewing, now)).reverse(),
  };
}

/** The soonest one that both sides have agreed on, else the soonest to come. */
export function nextViewing(viewings: readonly Viewing[], now: Date): Viewing | undefined {
  const toCome = viewings.filter((viewing) => isUpcoming(viewing, now));
  return toCome.find(({ status }) => status === 'confirmed') ?? toCome[0];
}

const DAY_MS = 24 * 3_600_000;
const DAYS_AHEAD = 60;

const hour = dateFormat({ hour: 'numeric', minute: '2-digit' });
const longDay = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const longDayAndYear = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const parts = {
  weekday: dateFormat({ weekday: 'short' }),
  day: dateFormat({ day: 'numeric' }),
  month: dateFormat({ month: 'short' }),
};

/** The days a viewing can be asked for: 60 of them, from today on. */
export function viewingDays(now: Date): string[] {
  const today = manilaDay(now);
  return Array.from({ length: DAYS_AHEAD }, (_, index) => addDays(today, index));
}

/** 'Sat', '28', 'Nov' of a day ('2026-11-28'). */
export function dayParts(day: string): { weekday: string; day: string; month: string } {
  const date = startOfManilaDay(day);
  const { weekday, day: number, month } = parts;
  return { weekday: weekday.format(date), day: number.format(date), month: month.format(date) };
}

const yearOf = (moment: string | Date): string => manilaDay(moment).slice(0, 4);

/** 'Saturday, November 28' of a moment (ISO-8601); with the year when that is not this one. */
export function formatViewingDay(moment: string, now: Date): string {
  const isThisYear = yearOf(moment) === yearOf(now);
  return (isThisYear ? longDay : longDayAndYear).format(new Date(moment));
}

/** 'Today', 'Tomorrow', or null for any other day. */
export function nearDay(moment: string, now: Date): string | null {
  const day = manilaDay(new Date(moment));
  if (day === manilaDay(now)) return t('Today');
  return day === manilaDay(new Date(now.getTime() + DAY_MS)) ? t('Tomorrow') : null;
}

/** 'Tomorrow, Saturday, November 28' of a moment (ISO-8601). */
export const formatNearDay = (moment: string, now: Date): string =>
  [nearDay(moment, now), formatViewingDay(moment, now)].filter(Boolean).join(', ');

/** '2:00 PM' of a moment (ISO-8601). */
export const formatViewingHour = (moment: string): string => hour.format(new Date(moment));

/** 'Sat, Nov 28, 2:00 PM' of a moment (ISO-8601). */
export function formatShortViewingTime(moment: string): string {
  const { weekday, month, day } = dayParts(manilaDay(new Date(moment)));
  return `${weekday}, ${month} ${day}, ${formatViewingHour(moment)}`;
}

const NOON_MINUTES = 12 * 60;

/** Minutes since midnight in Manila. */
const minutesOfDay = (moment: string): number =>
  Math.floor((Date.parse(moment) - startOfManilaDay(manilaDay(moment)).getTime()) / 60_000);

/** '2:00 – 3:00 PM' between two moments (ISO-8601). */
export function formatViewingHours(startsAt: string, endsAt: string): string {
  const [start, end] = [minutesOfDay(startsAt), minutesOfDay(endsAt)];
  const isOneHalf = start < NOON_MINUTES === end < NOON_MINUTES;
  const hourOnly = `${Math.floor(start / 60) % 12 || 12}:${String(start % 60).padStart(2, '0')}`;
  return `${isOneHalf ? hourOnly : formatViewingHour(startsAt)} – ${formatViewingHour(endsAt)}`;
}

/** Whether it is on that day of Manila's calendar, and was not called off: the visitor goes there, and so does the agent. */
export const isStop = (viewing: Viewing, day: string): boolean =>
  isOpen(viewing.status) && manilaDay(new Date(viewing.starts_at)) === day;

/** Days to come with two or more viewings, soonest first. */
export function daysWithRoute(viewings: readonly Viewing[], now: Date): string[] {
  const days = viewings
    .filter((viewing) => isUpcoming(viewing, now))
    .map(({ starts_at }) => manilaDay(new Date(starts_at)));
  return [...new Set(days)].filter((day) => viewings.filter((viewing) => isStop(viewing, day)).length > 1).sort();
}

const weekday = dateFormat({ weekday: 'long' }, 'en-PH');
const date = dateFormat({ month: 'long', day: 'numeric' }, 'en-PH');

/** 'Route for Saturday, November 28' */
export function routeTitle(day: string): string {
  const at = startOfManilaDay(day);
  return t('Route for {weekday}, {date}', { weekday: weekday.format(at), date: date.format(at) });
}
