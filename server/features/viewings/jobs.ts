import { Transaction } from 'sequelize';
import type { ViewingModel } from '#server/db/models.ts';
import { readKeys, timeParameter } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { recordStep } from '#server/features/viewingHistory/writes.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After this time the agent is no longer asked for the outcome. */
const ASKED_FOR_MS = 3 * DAY_MS;
/** So long before a time the side whose answer is due is reminded, unless it was asked just now. */
const ANSWER_DUE_MS = 4 * HOUR_MS;
const LEAST_WAIT_MS = HOUR_MS / 2;
const MAX_AT_ONCE = 500;

/**
 * Reminds both sides a day and an hour before, then asks the agent; reminds of an answer that is due, and ends the wait
 * for one. The row keeps the state: once each.
 */
export const viewingReminders = (context: ServerContext): RecurringJob => ({
  name: 'remindOfViewings',
  everyMs: 60_000,
  firstMs: 0,
  async run(signal) {
    const faults: unknown[] = [];
    const each = async (ids: readonly number[], remindOf: (viewing: ViewingModel) => Promise<void>) => {
      for (const id of ids) {
        if (signal.aborted) return;
        // A failing viewing must not block the others.
        await hold(context, id, remindOf).catch((fault) => faults.push(fault));
      }
    };
    await each(await findUpcoming(context), (viewing) => remind(context, viewing));
    await each(await findOver(context), (viewing) => ask(context, viewing));
    await each(await findUnanswered(context), (viewing) => lapseOrRemind(context, viewing));
    if (faults.length > 0) throw faults[0];
  },
});

function findUpcoming({ db, now }: ServerContext): Promise<number[]> {
  const at = (ms: number) => timeParameter(db.dialect, new Date(now().getTime() + ms));
  return readKeys(
    db,
    (sql) => `SELECT id AS key FROM viewings WHERE status = 'confirmed' AND hour_reminder_at IS NULL
      AND starts_at > ${sql.bind(at(0))} AND starts_at <= ${sql.bind(at(DAY_MS))}
      AND (day_reminder_at IS NULL OR starts_at <= ${sql.bind(at(HOUR_MS))})
      ORDER BY starts_at LIMIT ${MAX_AT_ONCE}`,
  );
}

function findOver({ db, now }: ServerContext): Promise<number[]> {
  const at = (ms: number) => timeParameter(db.dialect, new Date(now().getTime() + ms));
  return readKeys(
    db,
    (sql) => `SELECT id AS key FROM viewings WHERE status = 'confirmed' AND outcome_asked_at IS NULL
      AND ends_at <= ${sql.bind(at(0))} AND ends_at > ${sql.bind(at(-ASKED_FOR_MS))}
      ORDER BY ends_at LIMIT ${MAX_AT_ONCE}`,
  );
}

/** Without an answer, and close to their time or past it. */
function findUnanswered({ db, now }: ServerContext): Promise<number[]> {
  const at = (ms: number) => timeParameter(db.dialect, new Date(now().getTime() + ms));
  return readKeys(
    db,
    (sql) => `SELECT id AS key FROM viewings WHERE status IN ('requested', 'proposed') AND lapsed_at IS NULL
      AND (starts_at <= ${sql.bind(at(0))} OR answer_reminder_at IS NULL
        AND starts_at <= ${sql.bind(at(ANSWER_DUE_MS))} AND NOT EXISTS (SELECT 1 FROM viewing_events e
          WHERE e.viewing_id = viewings.id AND e.created_at > ${sql.bind(at(-LEAST_WAIT_MS))}))
      ORDER BY starts_at LIMIT ${MAX_AT_ONCE}`,
  );
}

function hold({ db }: ServerContext, id: number, remindOf: (viewing: ViewingModel) => Promise<void>) {
  return db.transaction(async () => {
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const viewing = await db.models.Viewing.findByPk(id, { lock });
    if (viewing) await remindOf(viewing);
  });
}

/** The nearer reminder replaces the earlier one: after a standstill only one is sent. */
async function remind({ jobs, now }: ServerContext, viewing: ViewingModel): Promise<void> {
  const ahead = viewing.starts_at.getTime() - now().getTime();
  if (viewing.status !== 'confirmed' || ahead <= 0 || ahead > DAY_MS || viewing.hour_reminder_at) return;
  const isNear = ahead <= HOUR_MS;
  if (!isNear && viewing.day_reminder_at) return;
  const reminded = {
    day_reminder_at: viewing.day_reminder_at ?? now(),
    ...(isNear && { hour_reminder_at: now() }),
  };
  await viewing.update(reminded, { silent: true });
  await jobs.add('viewingReminder', { viewingId: viewing.id, startsAt: viewing.starts_at.toISOString() });
}

async function ask({ jobs, now }: ServerContext, viewing: ViewingModel): Promise<void> {
  if (viewing.status !== 'confirmed' || viewing.outcome_asked_at || viewing.ends_at > now()) return;
  await viewing.update({ outcome_asked_at: now() }, { silent: true });
  if (!viewing.outcome) await jobs.add('viewingOutcomeNotice', { viewingId: viewing.id });
}

async function lapseOrRemind(context: ServerContext, viewing: ViewingModel): Promise<void> {
  const { jobs, now } = context;
  if (viewing.lapsed_at || (viewing.status !== 'requested' && viewing.status !== 'proposed')) return;
  const { id: viewingId, starts_at } = viewing;
  if (starts_at <= now()) {
    await viewing.update({ lapsed_at: now() }, { silent: true });
    await recordStep(context, viewing, { kind: 'lapsed', actorId: null, side: null });
  } else if (!viewing.answer_reminder_at) {
    await viewing.update({ answer_reminder_at: now() }, { silent: true });
    await jobs.add('viewingAnswerNotice', { viewingId, startsAt: starts_at.toISOString() });
  }
}
