import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createToken, hashToken } from '#server/features/auth/writes/sessions.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import type { Caller } from './accessMatrix.ts';
import { buildProperty } from './factories/properties.ts';
import { buildUser, type UserDraft } from './factories/users.ts';
import { enterAll, type Person } from './people.ts';
import { pushSubscriptionBody } from './pushService.ts';
import type { TestServer } from './testServer.ts';

const HOUR_MS = 3_600_000;
const MESSAGE = 'Is it still free?';

export type Cast = Record<Exclude<Caller, 'anonymous'>, Person>;

export function enterCast(server: TestServer): Promise<Cast> {
  return enterAll(server, {
    user: {},
    applicant: { application: 'pending' },
    agent: { role: 'agent' },
    otherAgent: { role: 'agent' },
    admin: { role: 'admin' },
    moderator: { role: 'admin', adminRole: 'moderator' },
    support: { role: 'admin', adminRole: 'support' },
    auditor: { role: 'admin', adminRole: 'auditor' },
  });
}

/** Makes the records that a call is about. All of them belong to the cast's user and agent. */
export interface Scene {
  cast: Cast;
  listing(): Promise<number>;
  hiddenListing(): Promise<number>;
  /** With nothing missing in it. */
  draftListing(): Promise<number>;
  /** With a listing of the agent in it, and nothing filled in. */
  building(): Promise<number>;
  /** That no listing is in. */
  emptyBuilding(): Promise<number>;
  inquiry(): Promise<number>;
  conversation(): Promise<number>;
  /** A file in a conversation of the user and the agent. */
  attachment(): Promise<number>;
  viewing(): Promise<number>;
  /** Confirmed, and over. */
  pastViewing(): Promise<number>;
  /** A link of the agent that offers a time. */
  slotOffer(): Promise<{ token: string; starts_at: string }>;
  /** The token of one by which a viewing was booked. */
  bookedSlot(): Promise<string>;
  /** A notification of the user. */
  notification(): Promise<number>;
  /** The user's line in the agent's queue. */
  deskClient(): Promise<number>;
  /** A note on a client of the agent. */
  clientNote(): Promise<{ id: number; noteId: number }>;
  /** A saved reply of the agent. */
  savedReply(): Promise<number>;
  /** A saved search of the user. */
  savedSearch(): Promise<number>;
  pushSubscription(): Promise<number>;
  apiToken(): Promise<number>;
  /** A webhook of the agent: the existing one, or a new one. */
  webhook(): Promise<number>;
  /** To it, given up. */
  webhookDelivery(): Promise<{ id: number; deliveryId: number }>;
  /** A listing that the user keeps as a favourite. */
  favorite(): Promise<number>;
  /** A list of the user: the existing one, or a new one. */
  sharedList(): Promise<number>;
  /** An item of a shared list, with a listing of its own. */
  sharedListItem(): Promise<{ id: number; itemId: number }>;
  /** The user's, in it. */
  listComment(): Promise<{ id: number; commentId: number }>;
  /** To the user's list. */
  listInvitation(): Promise<{ id: number; invitationId: number }>;
  /** A new member of it. */
  listMember(): Promise<{ id: number; userId: number }>;
  /** The token of a link to a list without members of the cast. */
  listToken(): Promise<string>;
  /** Days off of the agent. */
  daysOff(): Promise<number>;
  /** An office managed by the agent: the existing one, or a new one. */
  office(): Promise<number>;
  /** A new member of it. */
  colleague(): Promise<number>;
  /** To an address, by the agent's office. */
  officeInvitation(email: string): Promise<number>;
  /** A saved view of the cast's admin. */
  savedView(): Promise<number>;
  /** A second session of the user. */
  secondSession(): Promise<number>;
  /** A passkey of the user. */
  passkey(): Promise<number>;
  /** Sets up a second factor, or only starts it. */
  secondFactor(userId: number, isConfirmed?: boolean): Promise<unknown>;
  /** The account's open request: the existing one or a new one. */
  erasureRequest(userId: number): Promise<number>;
  /** A report on the agent's listing, by the user. */
  report(): Promise<number>;
  /** A failed job. */
  job(): Promise<number>;
  /** A review of the agent, by a new person. */
  review(): Promise<number>;
  /** About a new account. */
  signal(): Promise<number>;
  /** A pair of two of the agent's listings. */
  duplicate(): Promise<number>;
  /** @returns its name. */
  backup(): Promise<string>;
  /** An account outside of the cast. @returns its id and its credentials. */
  person(draft?: UserDraft): Promise<{ id: number; email: string }>;
  /** Neither assigned nor requested before. */
  freeEmail(): string;
  tomorrow(): string;
  /** In Manila, '2026-11-24'. */
  today(): string;
}

let emails = 0;
let savedReplies = 0;
let buildings = 0;
let sessions = 0;

export const webhookBody = { url: 'https://hooks.example/silong', events: ['inquiry.created'] };

/** Without an account. */
export const slotVisitor = { name: 'Una Cruz', phone: '0917 555 0199' };

/** The secret of every authenticator app of a scene. */
export const TOTP_SECRET = 'A'.repeat(32);

export function buildScene({ context }: TestServer, cast: Cast): Scene {
  const { models } = context.db;
  const { user, agent } = cast;
  const make = <Row extends { id: number }>(create: () => Promise<Row>) => create().then(({ id }) => id);
  const tomorrow = () => new Date(context.now().getTime() + 24 * HOUR_MS);
  const listing = () => make(() => buildProperty(context, { agent_id: agent.id }));
  /**
   * Confirmed viewings of one agent never overlap: each has an hour of its own.
   * @param at its start, by that hour's number.
   */
  const viewing = async (status: 'requested' | 'confirmed', at: (hour: number) => number) => {
    const property_id = await listing();
    const starts_at = new Date(at(property_id));
    const ends_at = new Date(starts_at.getTime() + HOUR_MS);
    const sides = { user_id: user.id, agent_id: agent.id };
    return make(() => models.Viewing.create({ property_id, ...sides, status, starts_at, ends_at, note: null }));
  };
  const slotOffer = async () => {
    const property_id = await listing();
    const starts_at = new Date(tomorrow().getTime() + property_id * HOUR_MS).toISOString();
    const { body } = await agent.post('/api/desk/slots', { property_id, starts_at: [starts_at] });
    return { token: body.data.token, starts_at };
  };
  const conversation = () =>
    make(async () => {
      const sides = { user_id: user.id, agent_id: agent.id, property_id: null };
      const times = { created_at: context.now(), last_message_at: context.now() };
      const conversation = await models.Conversation.create({ subject: 'About it', ...sides, ...times });
      await models.Message.create({
        conversation_id: conversation.id,
        sender_id: user.id,
        sender_type: 'user',
        content: MESSAGE,
        client_id: null,
        created_at: context.now(),
        read_at: null,
      });
      return conversation;
    });
  const attachment = async () => {
    const message = await models.Message.findOne({ where: { conversation_id: await conversation() } });
    const { bytes: size, ...file } = await context.media.storePrivate(Buffer.from('%PDF-1.4'));
    const told = { name: 'deed.pdf', type: 'application/pdf' as const, size, created_at: context.now() };
    return make(() =>
      models.Attachment.create({ owner_id: user.id, message_id: message?.id ?? null, ...file, ...told }),
    );
  };
  const webhook = async (): Promise<number> => {
    const known = await models.Webhook.findOne({ where: { user_id: agent.id } });
    return known?.id ?? (await agent.post('/api/webhooks', webhookBody)).body.data.id;
  };
  const deskClient = async () => {
    await conversation();
    const { body } = await agent.get('/api/desk/queue?view=all&limit=100');
    return body.data.rows.find((row: { user_id: number }) => row.user_id === user.id).id;
  };
  const office = async () => {
    const member = await models.OfficeMember.findByPk(agent.id);
    if (member) return member.office_id;
    const { id } = await models.Office.create({ name: 'Reyes Realty' });
    const joined = { role: 'manager' as const, joined_at: context.now() };
    await models.OfficeMember.create({ user_id: agent.id, office_id: id, ...joined });
    return id;
  };
  const emptyBuilding = () =>
    make(() => {
      buildings += 1;
      const name = `Narra Tower ${buildings}`;
      return models.Building.create({
        name,
        folded_name: name.toLowerCase(),
        city: 'Makati',
        city_slug: 'makati',
      });
    });
  const building = async () => {
    const building_id = await emptyBuilding();
    await buildProperty(context, { agent_id: agent.id, building_id });
    return building_id;
  };
  const newList = async (owner: number) => {
    const { id: list_id } = await models.SharedList.create({ name: 'Our new home' });
    const joined = { role: 'owner' as const, joined_at: context.now() };
    await models.SharedListMember.create({ list_id, user_id: owner, ...joined });
    return list_id;
  };
  const sharedList = async () => {
    const own = { user_id: user.id, role: 'owner' as const };
    return (await models.SharedListMember.findOne({ where: own }))?.list_id ?? newList(user.id);
  };
  const sharedListItem = async () => {
    const id = await sharedList();
    // A list holds a hundred.
    await models.SharedListItem.destroy({ where: { list_id: id } });
    const values = { list_id: id, property_id: await listing(), created_at: context.now() };
    const { id: itemId } = await models.SharedListItem.create(values);
    return { id, itemId };
  };
  const invite = async (list_id: number, invited_by: number) => {
    const token = createToken();
    const times = { created_at: context.now(), expires_at: tomorrow() };
    const values = { list_id, token_hash: hashToken(token), invited_by, ...times };
    return { token, id: await make(() => models.SharedListInvitation.create(values)) };
  };
  return {
    cast,
    listing,
    building,
    emptyBuilding,
    office,
    async favorite() {
      const property_id = await listing();
      await models.Favorite.create({ user_id: user.id, property_id, created_at: context.now() });
      return property_id;
    },
    sharedList,
    sharedListItem,
    async listComment() {
      const { id, itemId: item_id } = await sharedListItem();
      const values = { item_id, user_id: user.id, text: 'Nice kitchen', created_at: context.now() };
      return { id, commentId: await make(() => models.SharedListComment.create(values)) };
    },
    async listInvitation() {
      const id = await sharedList();
      // Removed, because the number of open ones is limited.
      await models.SharedListInvitation.destroy({ where: { list_id: id } });
      return { id, invitationId: (await invite(id, user.id)).id };
    },
    async listMember() {
      const id = await sharedList();
      const { id: userId } = await buildUser(context);
      const joined = { role: 'member' as const, joined_at: context.now() };
      await models.SharedListMember.create({ list_id: id, user_id: userId, ...joined });
      return { id, userId };
    },
    async listToken() {
      const { id: owner } = await buildUser(context);
      return (await invite(await newList(owner), owner)).token;
    },
    async colleague() {
      const { id } = await buildUser(context, { role: 'agent' });
      await models.OfficeMember.create({ user_id: id, office_id: await office(), joined_at: context.now() });
      return id;
    },
    officeInvitation: (email) =>
      make(async () => {
        const open = { office_id: await office(), email, answered_at: null };
        const times = { created_at: context.now(), expires_at: tomorrow() };
        return (
          (await models.OfficeInvitation.findOne({ where: open })) ??
          models.OfficeInvitation.create({ ...open, ...times })
        );
      }),
    draftListing: () =>
      make(() => {
        const unpublished = { is_draft: true, moderation_status: 'inactive' as const };
        return buildProperty(context, { agent_id: agent.id, ...unpublished });
      }),
    hiddenListing: () => make(() => buildProperty(context, { agent_id: agent.id, moderation_status: 'inactive' })),
    inquiry: () =>
      make(() =>
        models.Inquiry.create({
          agent_id: agent.id,
          user_id: user.id,
          property_id: null,
          name: user.user.name,
          email: user.user.email,
          phone: '+63 917 555 0100',
          property_interest: null,
          message: MESSAGE,
        }),
      ),
    conversation,
    attachment,
    viewing: () => viewing('requested', (hours) => tomorrow().getTime() + hours * HOUR_MS),
    pastViewing: () => viewing('confirmed', (hours) => Date.now() - (hours + 1) * HOUR_MS),
    slotOffer,
    async bookedSlot() {
      const { token, starts_at } = await slotOffer();
      await agent.post(`/api/slots/${token}`, { starts_at, ...slotVisitor });
      return token;
    },
    notification: () =>
      make(() =>
        models.Notification.create({
          user_id: user.id,
          type: 'info',
          title: 'News',
          message: 'There is something new',
          action_label: null,
          action_url: null,
          created_at: context.now(),
          read_at: null,
        }),
      ),
    deskClient,
    async clientNote() {
      const id = await deskClient();
      const { body } = await agent.post(`/api/desk/clients/${id}/notes`, { text: 'Likes gardens' });
      return { id, noteId: body.data.id };
    },
    async savedSearch() {
      const draft = { name: 'Condos', query: 'type=condo', frequency: 'instant' };
      return (await user.post('/api/saved-searches', draft)).body.data.id;
    },
    // One subscription for all calls: there is a limit.
    async pushSubscription() {
      const known = await models.PushSubscription.findOne({ where: { user_id: user.id } });
      return known?.id ?? (await user.post('/api/push/subscriptions', pushSubscriptionBody())).body.data.id;
    },
    apiToken: () =>
      make(() => {
        sessions += 1;
        const secret = { token_hash: `token ${sessions}`, ending: 'abcd', scopes: 'listings:read' };
        return models.ApiToken.create({
          ...{ user_id: agent.id, name: 'Website', ...secret, created_at: context.now() },
        });
      }),
    webhook,
    async webhookDelivery() {
      const id = await webhook();
      const values = { webhook_id: id, event: 'ping', status: 'failed' } as const;
      const deliveryId = await make(() =>
        models.WebhookDelivery.create({
          ...values,
          delivery_key: randomUUID(),
          details: {},
          created_at: context.now(),
        }),
      );
      return { id, deliveryId };
    },
    async savedReply() {
      savedReplies += 1;
      const draft = { title: `Reply ${savedReplies}`, text: 'Thank you for writing.' };
      return (await agent.post('/api/agents/saved-replies', draft)).body.data.id;
    },
    async savedView() {
      sessions += 1;
      const view = { list: 'users', name: `View ${sessions}`, query: { role: 'agent' } };
      return (await cast.admin.post('/api/settings/views', view)).body.data.id;
    },
    daysOff: () =>
      make(() => models.DaysOff.create({ agent_id: agent.id, first_day: '2031-02-01', last_day: '2031-02-01' })),
    secondSession: () =>
      make(() => {
        const times = { created_at: context.now(), last_used_at: context.now() };
        sessions += 1;
        return models.Session.create({ user_id: user.id, token_hash: `session ${sessions}`, ...times });
      }),
    passkey: () =>
      make(() => {
        sessions += 1;
        const keys = { credential_id: `passkey-${sessions}`, public_key: 'none' };
        return models.Passkey.create({ user_id: user.id, name: 'Phone', ...keys, created_at: context.now() });
      }),
    secondFactor: (user_id, isConfirmed = true) =>
      models.TotpFactor.upsert({
        user_id,
        secret: TOTP_SECRET,
        last_step: 0,
        created_at: context.now(),
        confirmed_at: isConfirmed ? context.now() : null,
      }),
    job: () =>
      make(() => {
        const at = context.now();
        const failed = { kind: 'nobodyKnows', status: 'failed', priority: 1 } as const;
        return models.Job.create({ ...failed, next_attempt_at: at, created_at: at, updated_at: at });
      }),
    erasureRequest: (user_id) =>
      make(async () => {
        const open = { user_id, status: 'open' as const };
        const defaults = {
          ...open,
          reason: null,
          answer: null,
          requested_at: context.now(),
          decided_at: null,
        };
        // In the writers' queue: a change that comes between the two statements would make SQLite give up.
        const [request] = await context.db.transaction((transaction) =>
          models.ErasureRequest.findOrCreate({ where: open, defaults, transaction }),
        );
        return request;
      }),
    async report() {
      const path = `/api/properties/${await listing()}/reports`;
      return (await user.post(path, { reason: 'scam' })).body.data.id;
    },
    review: () =>
      make(async () => {
        const reviewer = await buildUser(context);
        const key = { agent_id: agent.id, reviewer_id: reviewer.id };
        return models.Review.create({ ...key, rating: 4, comment: 'Quick.' });
      }),
    signal: () =>
      make(async () => {
        const { id: user_id } = await buildUser(context);
        const seen = { first_seen_at: context.now(), last_seen_at: context.now() };
        return models.FraudSignal.create({ kind: 'same_text', user_id, facts: { people: 9 }, ...seen });
      }),
    duplicate: () =>
      make(async () => {
        const pair = { older_id: await listing(), newer_id: await listing() };
        return models.DuplicatePair.create({
          ...pair,
          same_pictures: [],
          same_facts: true,
          found_at: context.now(),
        });
      }),
    backup: async () => (await cast.admin.post('/api/admin/settings/backup', {})).body.data.name,
    async person(draft = {}) {
      const { id, email } = await buildUser(context, draft);
      return { id, email };
    },
    freeEmail() {
      emails += 1;
      return `free${emails}@example.com`;
    },
    today: () => manilaDay(context.now()),
    tomorrow: () => tomorrow().toISOString(),
  };
}

/** The content of an uploaded file. */
export async function pictureForm(field: string): Promise<FormData> {
  const canvas = sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } });
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(await canvas.png().toBuffer())], { type: 'image/png' }), 'a.png');
  return form;
}
