import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { dayParts, formatViewingHour, isUpcoming, nearDay } from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const VIEWINGS_TAB = '/agent-dashboard?tab=viewings';

export interface OverviewItem {
  key: string;
  title: string;
  text: string;
  /** The time at the end of the line: of the viewing, or of the beginning of the wait. */
  when: string;
  /** The same as ISO-8601. */
  at: string;
  to: string;
}

/** Unanswered inquiries and undecided viewings, the longest waiting first. */
export function collectWaiting(
  received: readonly Inquiry[],
  viewings: readonly Viewing[],
  agentId: number,
  now: Date,
): OverviewItem[] {
  const inquiries = received
    .filter(({ status }) => status === 'new' || status === 'read')
    .map(({ id, name, message, created_at }) => ({
      key: `inquiry ${id}`,
      title: name,
      text: message,
      at: created_at,
      when: ageWords(created_at, now),
      to: `/agent-dashboard?tab=messages&inquiry=${id}`,
    }));
  const requests = viewings
    .filter(
      ({ status, agent, starts_at }) =>
        status === 'requested' && agent.id === agentId && Date.parse(starts_at) > now.getTime(),
    )
    .map(({ id, user, property, created_at }) => ({
      key: `viewing ${id}`,
      title: t('{name} requested a viewing', { name: user.name }),
      text: property.title,
      at: created_at,
      when: ageWords(created_at, now),
      to: VIEWINGS_TAB,
    }));
  return [...inquiries, ...requests].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Agreed viewings of the agent's own listings that are not over yet, soonest first. */
export function nextViewings(viewings: readonly Viewing[], agentId: number, now: Date): OverviewItem[] {
  return viewings
    .filter(
      (viewing) => viewing.status === 'confirmed' && viewing.agent.id === agentId && isUpcoming(viewing, now),
    )
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
    .map(({ id, user, property, starts_at }) => ({
      key: `viewing ${id}`,
      title: property.title,
      text: t('With {name}', { name: user.name }),
      at: starts_at,
      when: `${dayWords(starts_at, now)}, ${formatViewingHour(starts_at)}`,
      to: VIEWINGS_TAB,
    }));
}

function dayWords(moment: string, now: Date): string {
  const { weekday, month, day } = dayParts(manilaDay(new Date(moment)));
  return nearDay(moment, now) ?? `${weekday}, ${month} ${day}`;
}

/** In days, however many: a date would not show the length of the wait. */
function ageWords(since: string, now: Date): string {
  const age = now.getTime() - Date.parse(since);
  if (age < HOUR_MS) return t('Just now');
  if (age < DAY_MS)
    return t('{count, plural, one {# hour ago} other {# hours ago}}', { count: Math.floor(age / HOUR_MS) });
  return t('{count, plural, one {# day ago} other {# days ago}}', { count: Math.floor(age / DAY_MS) });
}
