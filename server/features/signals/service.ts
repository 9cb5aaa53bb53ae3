import { type Attributes, Transaction } from 'sequelize';
import type { FraudSignalModel } from '#server/db/models.ts';
import { isoOrNull, pick, type RawRow, sqlList, toIso, toJson } from '#server/db/sql.ts';
import { recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { FraudSignal, SignalStatus, signalsCalls } from '#shared/contracts/signals.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';

type StatusFilter = SignalStatus | 'all';

type Row = RawRow<Omit<Attributes<FraudSignalModel>, 'user_id' | 'decided_by'>> &
  Record<'account_id' | 'property_id', number | null> &
  Record<'account_name' | 'account_email' | 'title' | 'decider_name', string | null> & {
    account_status: UserStatus | null;
    moderation_status: ModerationStatus | null;
  };

const orders: Record<StatusFilter, string> = {
  open: 's.last_seen_at DESC, s.id DESC',
  dismissed: 's.decided_at DESC, s.id DESC',
  acted: 's.decided_at DESC, s.id DESC',
  all: 's.last_seen_at DESC, s.id DESC',
};

const signals = sqlList<{ status?: StatusFilter | undefined }, Row, FraudSignal, 'signals'>({
  name: 'signals',
  columns:
    () => `s.id, s.kind, s.status, s.facts, s.seen_count, s.first_seen_at, s.last_seen_at, s.note, s.decided_at,
      account.id AS account_id, account.name AS account_name, account.email AS account_email,
      account.status AS account_status, p.id AS property_id, p.title, p.moderation_status,
      decider.name AS decider_name`,
  from: `fraud_signals s LEFT JOIN properties p ON p.id = s.property_id
      LEFT JOIN users account ON account.id = COALESCE(s.user_id, p.agent_id)
      LEFT JOIN users decider ON decider.id = s.decided_by`,
  id: 's.id',
  counted: () => 'fraud_signals s',
  where: (sql, { status = 'all' }) => [status !== 'all' && `s.status = ${sql.bind(status)}`],
  orderBy: ({ status = 'all' }) => orders[status],
  present: presentSignal,
});

function presentSignal(row: Row): FraudSignal {
  const { account_id, account_name, account_email, account_status } = row;
  const { property_id, title, moderation_status } = row;
  return {
    ...pick(row, 'id', 'kind', 'status', 'seen_count', 'note'),
    facts: toJson(row.facts),
    first_seen_at: toIso(row.first_seen_at),
    last_seen_at: toIso(row.last_seen_at),
    decided_at: isoOrNull(row.decided_at),
    decided_by: row.decider_name,
    account:
      account_id === null || account_name === null || account_email === null || account_status === null
        ? null
        : { id: account_id, name: account_name, email: account_email, status: account_status },
    property:
      property_id === null || title === null || moderation_status === null
        ? null
        : { id: property_id, title, status: moderation_status },
  };
}

export function signalsService(context: ServerContext): Service<typeof signalsCalls> {
  const { db, jobs, now } = context;
  const { FraudSignal } = db.models;

  return {
    async list({ query }) {
      const [page, open] = await Promise.all([
        signals.readPage(db, query),
        FraudSignal.count({ where: { status: 'open' } }),
      ]);
      return { ...page, open };
    },

    /** @throws {NotFoundError} there is no such signal. @throws {ConflictError} `already_decided`. */
    async decide({ user, address, ability, params: { id }, body: { decision, note = null } }) {
      const admin = { user, address, ability };
      await db.transaction(async () => {
        await requireStillAdmin(context, admin);
        const signal = found(await FraudSignal.findByPk(id, { lock: Transaction.LOCK.UPDATE }), 'signal');
        if (signal.status !== 'open')
          throw new ConflictError(msg('This signal has already been decided'), 'already_decided');
        const status = decision === 'act' ? 'acted' : 'dismissed';
        await signal.update({ status, note, decided_at: now(), decided_by: user.id });
        if ((await FraudSignal.count({ where: { status: 'open' } })) === 0)
          await jobs.add('readNotices', { topics: ['signals'], readerIds: null });
        const { kind, user_id, property_id } = signal;
        await recordAudit(context, admin, {
          action: `signal.${decision}`,
          entityType: 'signal',
          entityId: id,
          before: { status: 'open' },
          after: { status, kind, user_id, property_id },
          reason: note,
        });
      });
      return found(await signals.readOne(db, 's.id', id), 'signal');
    },
  };
}
