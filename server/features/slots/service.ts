import { timingSafeEqual } from 'node:crypto';
import type { PropertyModel, SlotOfferModel, ViewingModel } from '#server/db/models.ts';
import { hasValues } from '#server/db/sql.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { requireFreeTime } from '#server/features/availability/service.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import { slotsUrl, slotToken } from '#server/features/viewingHistory/reads.ts';
import { handedOver, noProposal, recordStep } from '#server/features/viewingHistory/writes.ts';
import { readStory, renderCalendarFile } from '#server/features/viewings/reads.ts';
import { noReminders, reminders, requireFuture } from '#server/features/viewings/service.ts';
import { notifyWebhooks } from '#server/features/webhooks/writes.ts';
import { ConflictError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { type SlotOffer, type slotsCalls, VIEWING_MINUTES } from '#shared/contracts/viewings.ts';
import { msg } from '#shared/messages.ts';
import { isOpen } from '#shared/viewingDecisions.ts';

const VIEWING_MS = VIEWING_MINUTES * 60_000;

export function slotsService(context: ServerContext): Service<typeof slotsCalls> {
  const { db, now } = context;
  const { Client, Inquiry, Property, SlotOffer: Offer, Viewing } = db.models;

  return {
    /** @throws {NotFoundError} not the agent's listing, or no such person among the agent's clients. */
    async offer({ user, body: { property_id, starts_at, user_id = null, inquiry_id = null } }) {
      const slots = [...new Set(starts_at.map((time) => requireFuture(context, time).toISOString()))].sort();
      const offer = await db.transaction(async () => {
        const listing = { ...publicListing, id: property_id, agent_id: user.id };
        found(await Property.findOne({ where: listing }), 'property');
        // The link shows the person's name: it must be a client of the agent.
        if (user_id !== null) found(await Client.findOne({ where: { agent_id: user.id, user_id } }), 'user');
        if (inquiry_id !== null)
          found(await Inquiry.findOne({ where: { id: inquiry_id, agent_id: user.id } }), 'inquiry');
        const values = { agent_id: user.id, property_id, user_id, inquiry_id, slots, created_at: now() };
        return Offer.create(values);
      });
      const token = await slotToken(context, offer.id);
      return { token, url: slotsUrl(context, token) };
    },

    read: async ({ params: { token } }) => present(context, await readOffer(context, token)),

    /** @throws {ConflictError} `taken`, with the times that are left. */
    async book({ params: { token }, body: { starts_at, name = null, phone = null } }) {
      const slot = new Date(starts_at).toISOString();
      const { id, agent_id } = await readOffer(context, token);
      await db
        .transaction(async () => {
          const offer = await holdOffer(context, { id, agent_id });
          const known = offer.viewing_id === null ? null : await Viewing.findByPk(offer.viewing_id);
          const isStanding = known && isOpen(known.status);
          const property = await requireOnOffer(context, offer, { isBooked: Boolean(isStanding) });
          if (!offer.slots.includes(slot)) throw invalidField('starts_at', msg('Choose one of the offered times'));
          const times = timesFrom(slot);
          if (times.starts_at <= now()) throw taken();
          await requireFreeTime(context, {
            agentId: agent_id,
            ...(known && { viewingId: known.id }),
            ...times,
            isAsAgent: false,
          }).catch((error: unknown) => {
            throw error instanceof ConflictError ? taken() : error;
          });
          if (isStanding && known.ends_at <= now()) throw taken();
          await (isStanding
            ? move(context, known, times)
            : create(context, offer, property, { ...times, name, phone }));
        })
        .catch(async (error: unknown) => {
          if (!(error instanceof ConflictError) || error.code !== 'taken') throw error;
          const left = await present(context, await readOffer(context, token));
          throw new ConflictError(error.sentence, 'taken', left);
        });
      return present(context, await readOffer(context, token));
    },

    /** @throws {ConflictError} there is no viewing to cancel. */
    async cancel({ params: { token } }) {
      const { id, agent_id } = await readOffer(context, token);
      await db.transaction(async () => {
        const offer = await holdOffer(context, { id, agent_id });
        const viewing = offer.viewing_id === null ? null : await Viewing.findByPk(offer.viewing_id);
        if (viewing?.status !== 'confirmed' || viewing.ends_at <= now())
          throw new ConflictError(msg('There is no viewing to cancel'), 'invalid_transition');
        const details = { previous_status: viewing.status };
        await viewing.update({ status: 'cancelled', ...noProposal, revision: viewing.revision + 1 });
        await recordStep(context, viewing, { kind: 'cancelled', actorId: viewing.user_id, side: 'user' });
        await notifyWebhooks(context, agent_id, [{ event: 'viewing.changed', subjectId: viewing.id, details }]);
      });
      return present(context, await readOffer(context, token));
    },

    async calendar({ params: { token }, t }) {
      const { agent_id, viewing_id } = await readOffer(context, token);
      const viewing = found(viewing_id !== null && (await readStory(db, agent_id, viewing_id)), 'viewing');
      return { file: renderCalendarFile(viewing, { url: slotsUrl(context, token), stamp: now(), t }) };
    },
  };
}

const taken = () => new ConflictError(msg('This time was taken meanwhile. Choose another one.'), 'taken');

const timesFrom = (slot: string) => {
  const starts_at = new Date(slot);
  return { starts_at, ends_at: new Date(starts_at.getTime() + VIEWING_MS) };
};

/** @throws {NotFoundError} the link was not made here. */
async function readOffer(context: ServerContext, token: string): Promise<SlotOfferModel> {
  const [, id] = /^([1-9]\d{0,9})-[\w-]{22}$/.exec(token) ?? [];
  const expected = Buffer.from(id ? await slotToken(context, Number(id)) : '');
  const given = Buffer.from(token);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return found(isSigned && (await context.db.models.SlotOffer.findByPk(Number(id))), 'viewing');
}

/** Locks the calendar of the offer's agent. @throws {ConflictError} `changed_meanwhile`: it is another one's by now. */
async function holdOffer(
  context: ServerContext,
  { id, agent_id }: Pick<SlotOfferModel, 'id' | 'agent_id'>,
): Promise<SlotOfferModel> {
  await lockUser(context, agent_id);
  const offer = found(await context.db.models.SlotOffer.findByPk(id), 'viewing');
  if (offer.agent_id !== agent_id) throw handedOver();
  return offer;
}

/**
 * @param isBooked a viewing that was handed over may be of a colleague's listing.
 * @throws {ConflictError} the listing is no longer on offer.
 */
async function requireOnOffer(
  { db }: ServerContext,
  offer: SlotOfferModel,
  { isBooked }: { isBooked: boolean },
): Promise<PropertyModel> {
  const property = offer.property_id === null ? null : await db.models.Property.findByPk(offer.property_id);
  const isOnOffer =
    property &&
    hasValues(property, publicListing) &&
    (isBooked || property.agent_id === offer.agent_id) &&
    property.status !== 'sold' &&
    property.status !== 'rented' &&
    (await isPublicAgent(db, offer.agent_id));
  if (!isOnOffer) throw new ConflictError(msg('This property is no longer on offer'), 'property_gone');
  return property;
}

interface Times {
  starts_at: Date;
  ends_at: Date;
}

async function move(context: ServerContext, viewing: ViewingModel, times: Times): Promise<void> {
  if (viewing.starts_at.getTime() === times.starts_at.getTime() && viewing.status === 'confirmed') return;
  const details = { previous_status: viewing.status };
  const revision = viewing.revision + 1;
  await viewing.update({
    status: 'confirmed',
    ...times,
    ...noProposal,
    ...noReminders,
    ...reminders(context, times),
    revision,
  });
  await recordStep(context, viewing, { kind: 'confirmed', actorId: viewing.user_id, side: 'user' });
  if (viewing.agent_id !== null)
    await notifyWebhooks(context, viewing.agent_id, [
      { event: 'viewing.changed', subjectId: viewing.id, details },
    ]);
}

interface Booking extends Times {
  name: string | null;
  phone: string | null;
}

/** @throws {InvalidInputError} there is no person yet, and no name or number. */
async function create(
  context: ServerContext,
  offer: SlotOfferModel,
  property: PropertyModel,
  { name, phone, ...times }: Booking,
): Promise<void> {
  const { db } = context;
  const { agent_id, user_id } = offer;
  let { inquiry_id } = offer;
  if (user_id === null && inquiry_id === null) {
    if (!name) throw invalidField('name', msg('Name is required'));
    if (!phone) throw invalidField('phone', msg('Enter a phone number, so that the agent can reach you'));
    // A visitor without an address is a client by number.
    const inquiry = await db.models.Inquiry.create({
      agent_id,
      property_id: property.id,
      name,
      email: '',
      phone,
      message: '',
      status: 'closed',
    });
    inquiry_id = inquiry.id;
  }
  const inquiry = inquiry_id === null ? null : await db.models.Inquiry.findByPk(inquiry_id);
  const account = user_id ?? inquiry?.user_id ?? null;
  const viewing = await db.models.Viewing.create({
    property_id: property.id,
    agent_id,
    user_id: account,
    inquiry_id: account === null ? inquiry_id : null,
    ...times,
    ...reminders(context, times),
    status: 'confirmed',
    note: null,
  });
  await db.models.ViewingEvent.create({
    viewing_id: viewing.id,
    actor_id: agent_id,
    side: 'agent',
    kind: 'proposed',
    starts_at: times.starts_at,
    reason: null,
    created_at: offer.created_at,
  });
  await offer.update({ viewing_id: viewing.id, inquiry_id });
  await recordStep(context, viewing, { kind: 'confirmed', actorId: account, side: 'user' });
  await notifyWebhooks(context, agent_id, [{ event: 'viewing.requested', subjectId: viewing.id }]);
}

async function present(context: ServerContext, offer: SlotOfferModel): Promise<SlotOffer> {
  const { db, now } = context;
  const { agent_id, viewing_id, property_id, user_id, inquiry_id } = offer;
  const agent = found(await db.models.User.findByPk(agent_id), 'viewing');
  const story = viewing_id === null ? undefined : await readStory(db, agent_id, viewing_id);
  const property = property_id === null ? null : await db.models.Property.findByPk(property_id);
  const person =
    user_id !== null
      ? await db.models.User.findByPk(user_id)
      : inquiry_id !== null
        ? await db.models.Inquiry.findByPk(inquiry_id)
        : null;
  const slots = await Promise.all(
    offer.slots.map(async (starts_at) => {
      const times = timesFrom(starts_at);
      const asked = {
        agentId: agent_id,
        ...(viewing_id !== null && { viewingId: viewing_id }),
        ...times,
        isAsAgent: false,
      };
      const isFree =
        times.starts_at > now() &&
        (await requireFreeTime(context, asked).then(
          () => true,
          () => false,
        ));
      return { starts_at, is_free: isFree };
    }),
  );
  return {
    agent: { id: agent.id, name: agent.name, phone: agent.phone },
    property: story?.property ?? {
      id: property?.id ?? null,
      title: property?.title ?? '',
      address: property ? `${property.address}, ${property.city}` : '',
      image: property?.images[0] ?? null,
    },
    person: person?.name ?? null,
    slots,
    viewing: story
      ? {
          starts_at: story.starts_at,
          ends_at: story.ends_at,
          status: story.status,
          end_reason: story.end_reason,
          proposed_at: story.proposed_at,
          proposed_by: story.proposed_by,
        }
      : null,
  };
}
