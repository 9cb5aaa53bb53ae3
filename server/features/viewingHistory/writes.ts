import { Op, Transaction, type WhereOptions } from 'sequelize';
import type { ViewingModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { notifyWebhooks } from '#server/features/webhooks/writes.ts';
import { ConflictError } from '#server/http/errors.ts';
import type { ViewingEndReason, ViewingEventKind, ViewingSide } from '#shared/contracts/viewings.ts';
import { msg } from '#shared/messages.ts';

interface Step {
  kind: ViewingEventKind;
  /** Null: nobody's act. */
  actorId: number | null;
  side: ViewingSide | null;
  /** By default the viewing's own time. */
  startsAt?: Date;
  reason?: string | null;
}

/** Adds a step to the history and notifies the other side, in the running transaction. The viewing is as it is after the step. */
export async function recordStep(
  { db, bus, jobs, now }: ServerContext,
  viewing: ViewingModel,
  { kind, actorId, side, startsAt = viewing.starts_at, reason = null }: Step,
): Promise<void> {
  const event = await db.models.ViewingEvent.create({
    viewing_id: viewing.id,
    actor_id: actorId,
    side,
    kind,
    starts_at: startsAt,
    reason,
    created_at: now(),
  });
  db.afterCommit(() => bus.publish('viewingChanged', { viewingId: viewing.id }));
  // The actor has dealt with the earlier notices about it.
  if (actorId !== null) await jobs.add('readNotices', { topics: [`viewing-${viewing.id}`], readerIds: [actorId] });
  await jobs.add('viewingNotice', { viewingId: viewing.id, eventId: event.id });
}

const open = ['requested', 'proposed', 'confirmed'] as const;

/**
 * Ends the viewings to come that hang on something that goes: both sides keep them as cancelled, and learn why. In
 * the running transaction, before a listing or an account is deleted.
 * @param where of viewings. @param actorId the person whose act it was, who needs no notice
 */
export async function endViewings(
  context: ServerContext,
  where: WhereOptions,
  reason: ViewingEndReason,
  actorId: number | null = null,
): Promise<void> {
  const { db, now } = context;
  const viewings = await db.models.Viewing.findAll({
    where: { [Op.and]: [where, { status: [...open], ends_at: { [Op.gt]: now() } }] },
    order: ['id'],
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  for (const viewing of viewings) {
    const details = { previous_status: viewing.status };
    await viewing.update({
      status: 'cancelled',
      ...noProposal,
      end_reason: reason,
      revision: viewing.revision + 1,
    });
    await recordStep(context, viewing, { kind: 'cancelled', actorId, side: null });
    if (viewing.agent_id !== null)
      await notifyWebhooks(context, viewing.agent_id, [
        { event: 'viewing.changed', subjectId: viewing.id, details },
      ]);
  }
}

/** Viewings of a listing that is about to be deleted: the ones to come end, and all keep its name. */
export async function outliveListing(
  context: ServerContext,
  { id, title, address, city }: { id: number; title: string; address: string; city: string },
  actorId: number | null,
): Promise<void> {
  const { Viewing } = context.db.models;
  const where = { property_id: id };
  await Viewing.update(
    { property_title: title, property_address: `${address}, ${city}` },
    { where, silent: true },
  );
  await endViewings(context, where, 'listing_deleted', actorId);
}

export const noProposal = { proposed_at: null, proposed_by: null };

export const handedOver = () =>
  new ConflictError(
    msg('Another agent has taken over this viewing. Check it, then try again.'),
    'changed_meanwhile',
  );
