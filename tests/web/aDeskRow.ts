import type { DeskRow } from '#shared/contracts/desk.ts';

/** A client who wrote in the chat and waits for the agent. */
export function aDeskRow(id: number, at: string, changes: Partial<DeskRow> = {}): DeskRow {
  return {
    id,
    key: `user-${id}`,
    kind: 'client',
    user_id: id,
    name: `Client ${id}`,
    avatar_url: null,
    agent: { id: 1, name: 'Ana Agent' },
    came_from: null,
    stage: 'new',
    waiting_since: at,
    waiting_for: 'message',
    awaiting_since: null,
    last: { kind: 'message', by: 'client', text: 'Hello', at },
    property: null,
    unread: 0,
    next_viewing_at: null,
    next_action: null,
    next_action_on: null,
    snoozed_until: null,
    done_at: null,
    version: 1,
    ...changes,
  };
}
