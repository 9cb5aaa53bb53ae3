import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';

export interface WaitingItem {
  key: string;
  title: string;
  text: string;
  /** Since when it waits, ISO-8601. */
  at: string;
  to: string;
}

/** Inquiries nobody has answered and viewings nobody has decided, the one that waits longest first. */
export function collectWaiting(
  contacts: readonly Inquiry[],
  viewings: readonly Viewing[],
  agentId: number,
  now: Date,
): WaitingItem[] {
  const inquiries = contacts
    .filter(({ status }) => status === 'new' || status === 'read')
    .map(({ id, name, message, created_at }) => ({
      key: `inquiry ${id}`,
      title: name,
      text: message,
      at: created_at,
      to: '/agent-dashboard?tab=messages',
    }));
  const requests = viewings
    .filter(
      ({ status, agent, starts_at }) =>
        status === 'requested' && agent.id === agentId && Date.parse(starts_at) > now.getTime(),
    )
    .map(({ id, user, property, created_at }) => ({
      key: `viewing ${id}`,
      title: `${user.name} asks for a viewing`,
      text: property.title,
      at: created_at,
      to: '/agent-dashboard?tab=viewings',
    }));
  return [...inquiries, ...requests].toSorted((one, other) => one.at.localeCompare(other.at));
}
