import type { TalkWay } from '#shared/chatApps.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { DeskRow, TimelineEntry } from '#shared/contracts/desk.ts';
import type { Inquiry, ReplyMethod } from '#shared/contracts/inquiries.ts';
import { keepKeys } from '#web/lib/keptKeys.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { forgetWithSession } from '#web/platform/sessionStorage.ts';

export type Channel = 'chat' | ReplyMethod;

export type Way =
  /** No conversation: the first message begins one. */
  { channel: 'chat'; conversation: Conversation | null } | { channel: ReplyMethod; inquiry: Inquiry };

/** An agent's choice instead of the suggestion. Without an id: the channel's own suggestion. */
type WayChoice = { channel: Channel; id?: number };

/** The other side can still be written to. */
const isWritable = ({ status, participant }: Conversation) => status === 'active' && participant.id !== null;

const isUnanswered = ({ status }: Inquiry) => status === 'new' || status === 'read';

/** Each inquiry once, from its newest entry. @param newestFirst the loaded part of a timeline. */
function inquiriesIn(newestFirst: readonly TimelineEntry[]): Inquiry[] {
  const found = new Map<number, Inquiry>();
  for (const entry of newestFirst)
    if ((entry.kind === 'inquiry' || entry.kind === 'reply') && !found.has(entry.inquiry.id))
      found.set(entry.inquiry.id, entry.inquiry);
  return [...found.values()];
}

/**
 * The ways to answer a client: open conversations, the newest first, then inquiries that are not closed, unanswered ones
 * first and the newest first. A call or a text message needs a number. A chat can be begun with a client who has an account
 * and turned to the agent, unless an administrator suspended one.
 */
export function findWays(
  conversations: readonly Conversation[],
  newestFirst: readonly TimelineEntry[],
  { user_id, kind }: Pick<DeskRow, 'user_id' | 'kind'>,
): Way[] {
  const open = conversations
    .filter(isWritable)
    .toSorted((a, b) => (b.last_message_at ?? '').localeCompare(a.last_message_at ?? '') || b.id - a.id)
    .map((conversation): Way => ({ channel: 'chat', conversation }));
  const canBegin =
    user_id !== null && kind !== 'reviewer' && !conversations.some(({ status }) => status === 'suspended');
  const chats: Way[] = open.length === 0 && canBegin ? [{ channel: 'chat', conversation: null }] : open;
  const replies = inquiriesIn(newestFirst)
    .filter(({ status }) => status !== 'closed')
    .toSorted(
      (a, b) => Number(isUnanswered(b)) - Number(isUnanswered(a)) || b.created_at.localeCompare(a.created_at),
    )
    .flatMap((inquiry): Way[] => {
      const methods: ReplyMethod[] = inquiry.phone ? ['email', 'phone', 'sms'] : ['email'];
      return methods.map((channel) => ({ channel, inquiry }));
    });
  return [...chats, ...replies];
}

export const wayId = (way: Way): number | null =>
  way.channel === 'chat' ? (way.conversation?.id ?? null) : way.inquiry.id;

export const wayProperty = (way: Way): { id: number; title: string } | null =>
  way.channel === 'chat' ? (way.conversation?.property ?? null) : way.inquiry.property;

/** How the client turned to the agent last; an inquiry that was answered by telephone goes on there. */
function lastUsed(newestFirst: readonly TimelineEntry[]): WayChoice | null {
  for (const entry of newestFirst) {
    if (entry.kind === 'message' && entry.by === 'client')
      return { channel: 'chat', id: entry.message.conversationId };
    if (entry.kind === 'inquiry') return { channel: entry.inquiry.reply_method ?? 'email', id: entry.inquiry.id };
  }
  return null;
}

/** The channels without sending: the text is a note of a talk. */
export const isNoted = (channel: Channel) => channel === 'phone' || channel === 'sms';

/** The way that was chosen, else the one the client used last, else the first there is; null where there is none. */
export function chooseWay(
  ways: readonly Way[],
  newestFirst: readonly TimelineEntry[],
  choice: WayChoice | null,
): Way | null {
  for (const wanted of [choice, lastUsed(newestFirst)]) {
    if (!wanted) continue;
    const ofChannel = ways.filter(({ channel }) => channel === wanted.channel);
    const found = ofChannel.find((way) => wayId(way) === wanted.id) ?? ofChannel[0];
    if (found) return found;
  }
  return ways.find((way) => !isNoted(way.channel) && wayId(way) !== null) ?? ways[0] ?? null;
}

/** The channels a client can be answered by, each once, in the order of the composer. */
export const channelsOf = (ways: readonly Way[]): Channel[] =>
  (['chat', 'email', 'phone', 'sms'] as const).filter((channel) => ways.some((way) => way.channel === channel));

interface ComposerMode {
  isNote: boolean;
  /** A note of what was agreed in a talk that was held this way. */
  talkedBy: TalkWay | null;
  /** The agent's choice; null: the channel the client used last. */
  choice: WayChoice | null;
}

const usual: ComposerMode = { isNote: false, talkedBy: null, choice: null };

/** By client. Lasts as long as the page. */
const modes = createStore<ReadonlyMap<number, ComposerMode>>(new Map());

export function chooseMode(clientId: number, change: Partial<ComposerMode>): void {
  const before = modes.get().get(clientId) ?? usual;
  modes.set(new Map(modes.get()).set(clientId, { ...before, ...change }));
}

export const useMode = (clientId: number): ComposerMode =>
  useStore(modes, (known) => known.get(clientId) ?? usual);

/** Keys of the drafts: an answer and a note apart, so that one is never sent as the other. */
export const replyKey = (clientId: number) => `desk client ${clientId}`;
export const noteKey = (clientId: number) => `desk note ${clientId}`;

/** Opens the text box as soon as it is drawn; keys typed until then are kept for it. */
export function openComposer(clientId: number, isNote: boolean, talkedBy: TalkWay | null = null): void {
  chooseMode(clientId, { isNote, talkedBy });
  keepKeys(isNote ? noteKey(clientId) : replyKey(clientId));
}

forgetWithSession(() => modes.set(new Map()));
