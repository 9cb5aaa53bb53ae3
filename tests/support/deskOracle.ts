import { expect } from 'vitest';
import type { ClientModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { QueueCounts } from '#shared/contracts/desk.ts';

const DAY = 24 * 3_600_000;
const MANILA = 8 * 3_600_000;

/** One event between an agent and a person, in the terms of the Desk's rules. */
interface Fact {
  /** The person by itself: an account, an address, or none. */
  person: string;
  kind: 'inquiry' | 'conversation' | 'viewing' | 'review';
  isAmongAgents?: boolean;
  last: [at: Date, kind: string, by: string, id: number];
  clientAt: Date | null;
  agentAt: Date | null;
  waits: [since: Date, reason: string] | null;
  awaited: Date | null;
  starts: Date | null;
  /** The confirmed address by which the agent knows the account. */
  address?: string | null;
}

const max = (times: (Date | null)[]): number => Math.max(...times.map((time) => time?.getTime() ?? 0));

/** Reads whole tables and adds up: slow and plain. @returns the expected lines, by key. */
async function plainLines(context: ServerContext, agentId: number, now: Date) {
  const { User, Inquiry, Conversation, Message, Viewing, ViewingEvent, Review, PersonalSettings } =
    context.db.models;
  const users = new Map((await User.findAll()).map((user) => [user.id, user]));
  const settings = new Map(
    (await PersonalSettings.findAll()).map(({ user_id, settings }) => [
      user_id,
      settings as { privacy?: { profileVisibility?: string; showEmail?: boolean } },
    ]),
  );
  const confirmed = (userId: number | null) => {
    const user = users.get(userId ?? 0);
    return user?.email_verified_at ? user.email : null;
  };
  const facts: Fact[] = [];
  for (const inquiry of await Inquiry.findAll({ where: { agent_id: agentId } })) {
    const { id, user_id, email, status, created_at, reply_at, reply_delivery } = inquiry;
    const failed = status === 'replied' && reply_delivery === 'failed';
    const nobody = email.endsWith('.invalid') ? `inquiry-${id}` : `email-${email}`;
    const open = status === 'new' || status === 'read';
    facts.push({
      person: user_id === null ? nobody : `user-${user_id}`,
      kind: 'inquiry',
      last:
        reply_at && reply_at >= created_at
          ? [reply_at, 'reply', 'agent', id]
          : [created_at, 'inquiry', 'client', id],
      clientAt: created_at,
      agentAt: reply_at,
      waits: open ? [created_at, 'inquiry'] : failed && reply_at ? [reply_at, 'delivery'] : null,
      awaited: status === 'replied' && !failed ? reply_at : null,
      starts: null,
      address: confirmed(user_id),
    });
  }
  const messages = await Message.findAll({ order: ['id'] });
  for (const conversation of await Conversation.findAll()) {
    const { id, user_id, agent_id, property_id, status } = conversation;
    for (const side of ['user', 'agent'] as const) {
      if ((side === 'user' ? user_id : agent_id) !== agentId) continue;
      const otherId = side === 'user' ? agent_id : user_id;
      const said = messages.filter(({ conversation_id }) => conversation_id === id);
      const newest = said.at(-1);
      if (!newest) continue;
      const mine = said.findLastIndex(({ sender_type }) => sender_type === side);
      const isMine = newest.sender_type === side;
      const goesOn = status === 'active' && otherId !== null;
      facts.push({
        person: otherId === null ? `conversation-${id}` : `user-${otherId}`,
        kind: 'conversation',
        isAmongAgents: users.get(otherId ?? 0)?.role === 'agent' && property_id === null,
        last: [newest.created_at, 'message', isMine ? 'agent' : 'client', newest.id],
        clientAt: said.findLast(({ sender_type }) => sender_type !== side)?.created_at ?? null,
        agentAt: said[mine]?.created_at ?? null,
        waits: goesOn && !isMine ? [said[mine + 1]?.created_at as Date, 'message'] : null,
        awaited: goesOn && isMine ? newest.created_at : null,
        starts: null,
        address: confirmed(otherId),
      });
    }
  }
  const events = await ViewingEvent.findAll({ order: ['id'] });
  for (const viewing of await Viewing.findAll({ where: { agent_id: agentId } })) {
    const { id, user_id, status, starts_at, ends_at, created_at, proposed_by, answer_reminder_at } = viewing;
    if (user_id === null) continue;
    const actOf = (side: 'user' | 'agent') =>
      events.findLast((event) => event.viewing_id === id && event.side === side)?.created_at ?? null;
    const asked = actOf('user') ?? created_at;
    const answered = actOf('agent');
    const isAgents = answered !== null && answered > asked;
    const comes = ends_at > now && status !== 'declined' && status !== 'cancelled';
    const isRequest = status === 'requested' && ends_at.getTime() + 7 * DAY > now.getTime();
    const waits = isRequest || (comes && status === 'confirmed' && proposed_by === 'user');
    const lastKind = events.findLast((event) => event.viewing_id === id && event.side === 'user')?.kind;
    const isAnswer = ['confirmed', 'declined', 'cancelled', 'withdrawn'].includes(lastKind ?? '');
    const isOffered = status === 'proposed' || (status === 'confirmed' && proposed_by === 'agent');
    facts.push({
      person: `user-${user_id}`,
      kind: 'viewing',
      last: [isAgents ? answered : asked, 'viewing', isAgents ? 'agent' : 'client', id],
      clientAt: waits && answer_reminder_at && answer_reminder_at > asked ? answer_reminder_at : asked,
      agentAt: answered,
      waits: waits ? [asked, 'viewing'] : isAnswer && !isAgents ? [asked, 'viewing_answer'] : null,
      awaited: comes && isOffered ? answered : null,
      starts: comes ? starts_at : null,
      address: confirmed(user_id),
    });
  }
  for (const review of await Review.findAll({ where: { agent_id: agentId } })) {
    const { id, reviewer_id, updated_at, answered_at } = review;
    const isAnswered = review.answer !== null && review.answered_version === review.version;
    const { privacy } = settings.get(reviewer_id ?? 0) ?? {};
    const isNamed = reviewer_id !== null && privacy?.profileVisibility !== 'private';
    facts.push({
      person: isNamed ? `user-${reviewer_id}` : `review-${id}`,
      kind: 'review',
      last:
        isAnswered && answered_at ? [answered_at, 'review', 'agent', id] : [updated_at, 'review', 'client', id],
      clientAt: updated_at,
      agentAt: review.answer === null ? null : answered_at,
      waits: !isAnswered && updated_at.getTime() + 14 * DAY > now.getTime() ? [updated_at, 'review'] : null,
      awaited: null,
      starts: null,
      address: isNamed && privacy?.showEmail ? confirmed(reviewer_id) : null,
    });
  }

  const owners = new Map(facts.flatMap(({ person, address }) => (address ? [[`email-${address}`, person]] : [])));
  const people = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = owners.get(fact.person) ?? fact.person;
    people.set(key, [...(people.get(key) ?? []), fact]);
  }
  return new Map(
    [...people].map(([key, own]) => {
      const agentAt = max(own.map((fact) => fact.agentAt));
      const waits = own
        .flatMap((fact) => (fact.waits ? [fact.waits] : []))
        .filter(([at, reason]) => reason !== 'viewing_answer' || at.getTime() > agentAt);
      const since = waits.length > 0 ? Math.min(...waits.map(([at]) => at.getTime())) : null;
      const clientAt = max(own.map((fact) => fact.clientAt));
      const awaited = max(own.map((fact) => fact.awaited));
      const lastAt = max(own.map(({ last }) => last[0]));
      const starts = own.flatMap((fact) => (fact.starts ? [fact.starts.getTime()] : []));
      const turned = own.filter(({ kind }) => kind !== 'review');
      const kind =
        turned.length === 0 ? 'reviewer' : turned.every((fact) => fact.isAmongAgents) ? 'colleague' : 'client';
      return [
        key,
        {
          kind,
          clientAt,
          since,
          reasons: waits.filter(([at]) => at.getTime() === since).map(([, reason]) => reason),
          awaiting: since === null && awaited > 0 && awaited >= clientAt ? awaited : null,
          lastAt,
          lasts: own.filter(({ last }) => last[0].getTime() === lastAt).map(({ last }) => last.slice(1).join(' ')),
          starts: starts.length > 0 ? Math.min(...starts) : null,
        },
      ] as const;
    }),
  );
}

const ms = (time: Date | null) => time?.getTime() ?? null;

/** A line that is kept for the agent's notes alone. */
const isBare = ({ last_kind }: ClientModel) => last_kind === 'note';

/** Compares an agent's stored lines, which are up to date, and the counts of their queue with the plain computation. */
export async function expectPlainLines(
  context: ServerContext,
  agentId: number,
  counts: QueueCounts,
): Promise<void> {
  const now = context.now();
  const plain = await plainLines(context, agentId, now);
  const lines = await context.db.models.Client.findAll({ where: { agent_id: agentId } });
  const full = lines.filter((line) => !isBare(line));
  expect(full.map(({ person_key }) => person_key).sort()).toEqual([...plain.keys()].sort());
  for (const line of full) {
    const should = plain.get(line.person_key);
    if (!should) throw new Error('checked above');
    const name = `${agentId} ${line.person_key}`;
    const reminded = line.due_since !== null && (should.since === null || should.since > line.due_since.getTime());
    const since = reminded ? ms(line.due_since) : should.since;
    expect([name, ms(line.waiting_since), line.kind], name).toEqual([name, since, should.kind]);
    expect(reminded ? ['reminder'] : since === null ? [null] : should.reasons, name).toContain(line.waiting_for);
    expect([name, ms(line.awaiting_since)]).toEqual([name, reminded ? null : should.awaiting]);
    expect([name, ms(line.last_at)]).toEqual([name, should.lastAt]);
    expect(should.lasts, name).toContain([line.last_kind, line.last_by, line.last_id].join(' '));
    expect([name, ms(line.next_viewing_at)]).toEqual([name, should.starts]);
    expect([name, line.user_id === null ? null : `user-${line.user_id}`]).toEqual([
      name,
      line.person_key.startsWith('user-') ? line.person_key : null,
    ]);
    // A snoozed client is snoozed until they write to the agent again.
    if (line.done_at) expect(should.clientAt, name).toBeLessThanOrEqual(line.done_at.getTime());
    if (line.snoozed_until) {
      expect(line.snoozed_until.getTime(), name).toBeGreaterThan(now.getTime());
      expect(should.clientAt, name).toBeLessThanOrEqual(ms(line.snoozed_at) ?? 0);
    }
  }
  const day = (time: number) => new Date(time + MANILA).toISOString().slice(0, 10);
  const today = day(now.getTime());
  const isAwake = ({ snoozed_until }: ClientModel) => snoozed_until === null;
  const count = (is: (line: ClientModel) => boolean) => lines.filter(is).length;
  expect(counts).toEqual({
    needs_me: count((line) => line.waiting_since !== null && line.done_at === null && isAwake(line)),
    waiting: count(
      (line) =>
        line.awaiting_since !== null && line.waiting_since === null && line.done_at === null && isAwake(line),
    ),
    snoozed: count((line) => !isAwake(line)),
    done: count((line) => line.done_at !== null),
    today: count(
      (line) =>
        (line.next_viewing_at !== null && day(line.next_viewing_at.getTime()) <= today) ||
        (line.next_action_on !== null && line.next_action_on <= today) ||
        (line.waiting_for === 'reminder' && line.done_at === null && isAwake(line)),
    ),
  });
}
