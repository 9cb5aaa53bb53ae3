import { SharedCache } from '#server/db/sharedCache.ts';
import { digestOf, ReadyAnswer } from '#server/http/answers.ts';
import {
  type ContactLimit,
  type ContactReader,
  contactsIn,
  hideContacts,
} from '#server/http/limits/contactLimit.ts';
import type { ListingText } from './listingTexts.ts';
import type { LiveListings } from './liveListings.ts';

/** An answer that is written once, with its tag. */
const answerOf = (data: unknown) => ReadyAnswer.of(JSON.stringify({ success: true, data }));

/** The data of an answer as bytes: written listings, and the parts around them. */
export class WrittenData {
  private constructor(
    readonly answer: ReadyAnswer,
    readonly agentIds: readonly number[],
  ) {}

  static ofListing(text: ListingText): WrittenData {
    return WrittenData.of([text], '', '');
  }

  /** An object with `properties` and the other fields. */
  static ofList(texts: readonly ListingText[], rest: object): WrittenData {
    const others = JSON.stringify(rest).slice(1);
    return WrittenData.of(texts, '{"properties":[', `]${others.length > 1 ? ',' : ''}${others}`);
  }

  private static of(texts: readonly ListingText[], start: string, end: string): WrittenData {
    const parts: Buffer[] = [Buffer.from(`{"success":true,"data":${start}`)];
    let written = start + end;
    const agentIds: number[] = [];
    for (const { json, digest, agentId } of texts) {
      if (parts.length > 1) parts.push(COMMA);
      parts.push(json);
      written += digest;
      if (agentId !== null) agentIds.push(agentId);
    }
    parts.push(Buffer.from(`${end}}`));
    return new WrittenData(new ReadyAnswer(parts, `"${digestOf(written)}"`), agentIds);
  }
}

const COMMA: Buffer = Buffer.from(',');

/** Age of an answer that depends on the clock: on the days since a listing was added, or on licences that run out. */
const MAX_AGE_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Whole public answers, written once and sent to all callers until a listing changes: an answer is as old as the
 * place in the feed of changes that it was made at, and never older than a minute.
 */
export class AnswerCache {
  private readonly withoutContacts = new WeakMap<ReadyAnswer, ReadyAnswer>();
  private readonly cache: SharedCache<ReadyAnswer>;

  /** @param listings null: answers about other things, which their owner clears */
  constructor(
    private readonly listings: LiveListings | null,
    maxAgeMs = MAX_AGE_MS,
  ) {
    this.cache = new SharedCache({
      freshMs: maxAgeMs,
      usableMs: maxAgeMs,
      maxSize: MAX_BYTES,
      sizeOf: (answer) => answer.length,
    });
    listings?.onMove(() => this.cache.clear());
  }

  get counts() {
    return this.cache.counts;
  }

  /** @param build builds the answer's data; the result of a failure is not cached. */
  async get(key: string, build: () => Promise<unknown>): Promise<ReadyAnswer> {
    await this.listings?.flush();
    return this.cache.get(key, async () => this.keep(key, answerOf(await build())));
  }

  /** The same for one caller, without contact data beyond the caller's limit. */
  async getFor(limit: ContactLimit, reader: ContactReader, key: string, build: () => Promise<unknown>) {
    await this.listings?.flush();
    const answer = await this.cache.get(key, async () => {
      const data = await build();
      const ready = this.keep(key, data instanceof WrittenData ? data.answer : answerOf(data));
      ready.contactIds = data instanceof WrittenData ? data.agentIds : contactsIn(data).map(({ id }) => id);
      return ready;
    });
    const hidden = limit.check(reader, answer.contactIds);
    if (!hidden) return answer;
    const hide = () => {
      const { data } = JSON.parse(String(answer.body)) as { data: unknown };
      return answerOf(hideContacts(data, hidden));
    };
    if (hidden.until) return hide();
    const bare = this.withoutContacts.get(answer) ?? hide();
    bare.hit = answer.hit;
    this.withoutContacts.set(answer, bare);
    return bare;
  }

  private keep(key: string, ready: ReadyAnswer): ReadyAnswer {
    ready.hit = () => {
      const isCurrent = this.listings?.isSettled !== false && this.cache.holds(key, ready);
      if (isCurrent) this.cache.counts.hits += 1;
      return isCurrent;
    };
    return ready;
  }

  clear(): void {
    this.cache.clear();
  }
}
