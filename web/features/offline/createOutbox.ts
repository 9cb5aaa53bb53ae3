import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';

export type OutboxKind = 'message' | 'reply' | 'inquiryStatus' | 'listingStatus' | 'viewing';

/** A change that was made while the server could not be reached. */
export interface OutboxEntry {
  /** Goes with the call as its Idempotency-Key: however often it is sent, it is made once. */
  id: string;
  userId: number;
  kind: OutboxKind;
  method: 'POST' | 'PUT';
  path: string;
  body: unknown;
  /** What it is, for its owner: 'Message to Maria Santos'. */
  label: string;
  /** The words themselves, or the new state. */
  detail: string;
  /** When it was made, ISO-8601. */
  createdAt: string;
  /** 'refused': the server answered, and something there has changed; its owner decides. */
  state: 'waiting' | 'refused';
  /** The server's sentence. */
  error: string | null;
}

export type OutboxDraft = Omit<OutboxEntry, 'createdAt' | 'state' | 'error'>;

interface OutboxParts {
  /** Where the entries lie; another window of the same person reads and writes the same place. */
  read(): Promise<OutboxEntry[]>;
  write(entries: OutboxEntry[]): Promise<void>;
  /** One window at a time. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  send(entry: OutboxEntry): Promise<unknown>;
  /** The entries as they are now, after every change. */
  changed(entries: OutboxEntry[]): void;
  delivered(entry: OutboxEntry): void;
  now(): Date;
}

/** What the server says of a change that it has made already. */
const ALREADY_APPLIED = 'already_applied';

/** Changes wait here, survive a restart, and are sent once each. */
export function createOutbox(parts: OutboxParts) {
  function change(edit: (entries: OutboxEntry[]) => OutboxEntry[]): Promise<void> {
    return parts.alone('silong-outbox', async () => {
      const entries = edit(await parts.read());
      await parts.write(entries);
      parts.changed(entries);
    });
  }

  const put = (id: string, edit: (entry: OutboxEntry) => Partial<OutboxEntry>) =>
    change((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...edit(entry) } : entry)));
  const remove = (id: string) => change((entries) => entries.filter((entry) => entry.id !== id));

  /** @returns whether the next one may be tried. */
  async function deliver(entry: OutboxEntry): Promise<boolean> {
    try {
      await parts.send(entry);
    } catch (error) {
      if (error instanceof NetworkFailure) return false;
      if (!(error instanceof ApiFailure)) throw error;
      if (error.code !== ALREADY_APPLIED) {
        // The session, a slow line, the server's own trouble or its hurry: none of them is about this change.
        if ([401, 408, 429].includes(error.status) || error.status >= 500) return false;
        await put(entry.id, () => ({ state: 'refused', error: error.message }));
        return true;
      }
    }
    await remove(entry.id);
    parts.delivered(entry);
    return true;
  }

  return {
    add: (draft: OutboxDraft) =>
      change((entries) =>
        entries.some(({ id }) => id === draft.id)
          ? entries
          : [...entries, { ...draft, createdAt: parts.now().toISOString(), state: 'waiting', error: null }],
      ),
    discard: remove,
    /** Sends a refused one once more, whatever it finds there: its owner has seen what changed. */
    retry: (id: string) =>
      put(id, ({ body }) => ({ body: withoutExpectation(body), state: 'waiting', error: null })),
    /** Sends what waits, oldest first, until the server falls silent. */
    flush: (userId: number) =>
      parts.alone('silong-outbox-flush', async () => {
        const waiting = (await parts.read()).filter(
          (entry) => entry.userId === userId && entry.state === 'waiting',
        );
        for (const entry of waiting) if (!(await deliver(entry))) return;
      }),
    load: async () => parts.changed(await parts.read()),
  };
}

/** What the change was made for counts no more. */
function withoutExpectation(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'expected_status'));
}
