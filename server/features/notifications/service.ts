import { Op } from 'sequelize';
import { keepPlan } from '#server/db/postgres.ts';
import { type RawRow, readRecords, recordColumns, SqlBuilder, toIso, toJson } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { ListPlace } from '#shared/contracts/common.ts';
import type { notificationsCalls } from '#shared/contracts/notifications.ts';
import { presentNotification, type StoredNotification } from './writes.ts';

const MAX_LISTED = 100;

const columnNames = [
  'id',
  'type',
  'title',
  'message',
  'action_label',
  'action_url',
  'words',
  'created_at',
  'read_at',
] as const;
const COLUMNS = Object.fromEntries(columnNames.map((name) => [name, name]));

const notificationOf = (row: RawRow<StoredNotification>): StoredNotification => ({
  ...row,
  words: row.words === null ? null : toJson(row.words),
  created_at: new Date(toIso(row.created_at)),
  read_at: row.read_at === null ? null : new Date(toIso(row.read_at)),
});

export function notificationsService({ db, now, bus }: ServerContext): Service<typeof notificationsCalls> {
  const { Notification } = db.models;

  return {
    async list({ user, language, query: { before, limit = MAX_LISTED } }) {
      const sql = new SqlBuilder(db.dialect);
      const owner = sql.bind(user.id);
      const earlier = before
        ? `AND (created_at, id) < (${sql.bindTime(before.at ?? new Date(0))}, ${sql.bind(before.id)})`
        : '';
      const { text, parameters } = sql.finish(
        `SELECT ${recordColumns(db.dialect, COLUMNS)} FROM notifications WHERE user_id = ${owner} ${earlier}
         ORDER BY created_at DESC, id DESC LIMIT ${sql.bind(limit)}`,
      );
      const rows = await readRecords<RawRow<StoredNotification>>(db, keepPlan(text), parameters);
      return rows.map((row) => presentNotification(notificationOf(row), user.language ?? language));
    },

    async counts({ user, query: { before, except = [] } }) {
      const where = { user_id: user.id, id: { [Op.notIn]: except }, ...(before && comesAfter(before)) };
      const [all, unread] = await Promise.all([
        Notification.count({ where }),
        Notification.count({ where: { ...where, read_at: null } }),
      ]);
      return { all, unread };
    },

    // Reading twice changes nothing.
    read: ({ user, language, params: { id } }) =>
      db.transaction(async () => {
        const own = found(await Notification.findOne({ where: { id, user_id: user.id } }), 'notification');
        if (!own.read_at) {
          await own.update({ read_at: now() });
          db.afterCommit(() => bus.publish('notificationsRead', { userId: user.id, ids: [id] }));
        }
        return presentNotification(own, user.language ?? language);
      }),
  };
}

function comesAfter({ at, id }: ListPlace) {
  const created_at = at ?? new Date(0);
  return { [Op.or]: [{ created_at: { [Op.lt]: created_at } }, { created_at, id: { [Op.lt]: id } }] };
}
