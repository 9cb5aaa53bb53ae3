import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError, isDatabaseUnavailable, TOO_MANY_WAIT } from '#server/db/deadlines.ts';
import { isAmong, SqlBuilder } from '#server/db/sql.ts';
import { currentIdempotencyKey, storeIdempotencyKeys } from '#server/db/transactions.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import { sideOf } from '../policy.ts';
import { presentMessage } from '../reads.ts';
import { type HeldConversation, storeMessages } from '../writes.ts';

interface Posted {
  sender: Pick<SignedInUser, 'id' | 'name'>;
  conversationId: number;
  content: string;
  clientId: string | null;
  attachmentIds: readonly number[];
}

interface Post extends Posted {
  /** Stored with the message. */
  key: ReturnType<typeof currentIdempotencyKey>;
  finish(outcome: Message | Error): void;
}

type Outcomes = Map<Post, Message | Error | 'held by others'>;

/** Messages of one transaction; in a larger batch the first message would wait for the last. */
const MAX_BATCH = 100;
/** Beyond this, clients give up before their message is stored. */
const MAX_WAITING = 2_000;
/** One transaction runs and one waits for it; PostgreSQL runs both at once. */
const MAX_TRANSACTIONS = 2;

/**
 * Posts the messages of concurrent requests in common transactions: one commit and one statement of each kind serve all of
 * them. A message that arrives during a transaction is in the next one; none waits for others to arrive. A message that
 * cannot be stored fails alone, and those of a conversation are stored in the order of arrival.
 */
export class MessageQueue {
  private waiting: Post[] = [];
  /** Conversations with messages in a running transaction; their next messages wait. */
  private readonly busy = new Set<number>();
  private transactions = 0;
  /** A transaction is about to begin and will take all waiting messages. */
  private isOpening = false;
  /** Context of no request: a batch serves many. */
  private readonly detached = AsyncLocalStorage.snapshot();

  constructor(private readonly context: ServerContext) {}

  /** @throws {NotFoundError} @throws {ConflictError} not writable. @throws {DatabaseUnavailableError} too many messages wait. */
  add(posted: Posted): Promise<Message> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length >= MAX_WAITING) throw new DatabaseUnavailableError(TOO_MANY_WAIT);
      this.waiting.push({
        ...posted,
        key: currentIdempotencyKey(),
        finish: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
      });
      this.begin();
    });
  }

  private begin(): void {
    if (this.isOpening || this.transactions >= MAX_TRANSACTIONS) return;
    if (!this.waiting.some(({ conversationId }) => !this.busy.has(conversationId))) return;
    this.isOpening = true;
    this.transactions += 1;
    this.detached(() => this.storeBatch()).finally(() => {
      this.transactions -= 1;
      this.begin();
    });
  }

  private async storeBatch(): Promise<void> {
    let batch: Post[] | undefined;
    const take = () => {
      if (batch) return batch;
      batch = this.takeBatch();
      this.isOpening = false;
      for (const { conversationId } of batch) this.busy.add(conversationId);
      this.begin();
      return batch;
    };
    try {
      const outcomes = await this.context.db.transaction(() => this.post(take(), { isAlone: false }), {
        isBookkeeping: true,
      });
      const held = take().filter((one) => outcomes.get(one) === 'held by others');
      for (const [one, outcome] of outcomes) if (outcome !== 'held by others') one.finish(outcome);
      this.postAlone(take(), held);
    } catch (error) {
      const failed = take();
      const isAway = isDatabaseUnavailable(error);
      if (isAway) for (const one of failed) one.finish(error as Error);
      // One message is at fault, and the error does not say which: each gets a transaction of its own.
      this.postAlone(failed, isAway ? [] : failed);
    }
  }

  /** Frees the conversations of a batch; those with messages left to store alone are freed after these are stored. */
  private postAlone(batch: readonly Post[], left: readonly Post[]): void {
    const isLeft = new Set(left.map(({ conversationId }) => conversationId));
    for (const { conversationId } of batch) if (!isLeft.has(conversationId)) this.busy.delete(conversationId);
    void this.postEach(left).finally(() => {
      for (const conversationId of isLeft) this.busy.delete(conversationId);
      this.begin();
    });
  }

  /** In order within a conversation, conversations in parallel. */
  private async postEach(posts: readonly Post[]): Promise<void> {
    const conversations = new Map<number, Post[]>();
    for (const one of posts)
      conversations.set(one.conversationId, [...(conversations.get(one.conversationId) ?? []), one]);
    await Promise.all(
      [...conversations.values()].map(async (inOrder) => {
        let away: Error | undefined;
        for (const one of inOrder)
          try {
            // The database is away: further attempts would wait for the same time-out.
            if (away) throw away;
            const outcomes = await this.context.db.transaction(() => this.post([one], { isAlone: true }), {
              isBookkeeping: true,
            });
            for (const [, outcome] of outcomes) one.finish(outcome as Message | Error);
          } catch (error) {
            one.finish(error as Error);
            if (isDatabaseUnavailable(error)) away = error as Error;
          }
      }),
    );
  }

  private takeBatch(): Post[] {
    const batch: Post[] = [];
    const left: Post[] = [];
    const passed = new Set(this.busy);
    const names = new Set<string>();
    for (const one of this.waiting) {
      const own = namesOf(one);
      if (batch.length >= MAX_BATCH || passed.has(one.conversationId) || own.some((name) => names.has(name))) {
        passed.add(one.conversationId);
        left.push(one);
      } else {
        batch.push(one);
        for (const name of own) names.add(name);
      }
    }
    this.waiting = left;
    return batch;
  }

  /** In the running transaction. */
  private async post(batch: readonly Post[], { isAlone }: { isAlone: boolean }): Promise<Outcomes> {
    const conversations = await this.holdConversations(batch, isAlone);
    const outcomes: Outcomes = new Map();
    const posts: { one: Post; conversation: HeldConversation }[] = [];
    for (const one of batch) {
      const conversation = conversations.get(one.conversationId);
      if (conversation && sideOf(one.sender, conversation)) posts.push({ one, conversation });
      else if (conversation || isAlone || this.context.db.dialect === 'sqlite')
        outcomes.set(one, new NotFoundError('conversation'));
      // Missing, or locked by another transaction; the attempt alone decides.
      else outcomes.set(one, 'held by others');
    }
    const rows = await storeMessages(
      this.context,
      posts.map(({ one, conversation }) => ({ ...one, conversation })),
    );
    const keys = posts.flatMap(({ one }, nth) => (rows[nth] instanceof Error ? [] : (one.key ?? [])));
    await storeIdempotencyKeys(this.context.db, keys);
    for (const [nth, { one }] of posts.entries()) {
      const row = rows[nth];
      if (row) outcomes.set(one, row instanceof Error ? row : presentMessage(row));
    }
    return outcomes;
  }

  private async holdConversations(batch: readonly Post[], isAlone: boolean) {
    if (batch.length === 0) return new Map();
    const sql = new SqlBuilder(this.context.db.dialect);
    const ids = [...new Set(batch.map(({ conversationId }) => conversationId))];
    // In one order and skipping locked rows, so that one conversation does not delay the others.
    const lock =
      this.context.db.dialect === 'postgres'
        ? `ORDER BY id FOR NO KEY UPDATE ${isAlone ? '' : 'SKIP LOCKED'}`
        : '';
    const rows = await this.context.db.writeRows<HeldConversation>(
      `SELECT id, status, user_id, agent_id, last_message_at,
         (SELECT u.status FROM users u WHERE u.id = user_id) AS user_status,
         (SELECT u.status FROM users u WHERE u.id = agent_id) AS agent_status
       FROM conversations WHERE ${isAmong(sql, 'id', ids)} ${lock}`,
      sql.parameters,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** Two posts with one of these names are never in one batch: the second answers the outcome of the first. */
function namesOf({ conversationId, sender, clientId, key }: Post): string[] {
  return [
    ...(clientId === null ? [] : [JSON.stringify(['message', conversationId, sender.id, clientId])]),
    ...(key ? [JSON.stringify(['key', key.userId, key.key])] : []),
  ];
}
