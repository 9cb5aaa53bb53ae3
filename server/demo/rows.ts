import type { CreationAttributes, Model, ModelStatic, Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { PropertyViewModel } from '#server/db/models.ts';
import { partsOf, timeParameter } from '#server/db/sql.ts';

const ROWS_AT_ONCE = 400;
const VIEWS_AT_ONCE = 10_000;

export interface RowWriter {
  /** Adds rows without model instances: tens of thousands take a second or two. */
  insert<Row extends Model>(model: ModelStatic<Row>, rows: readonly CreationAttributes<Row>[]): Promise<void>;
  /** The same of views, which are more than all other rows: as one JSON value, in a third of the time. */
  insertViews(views: readonly CreationAttributes<PropertyViewModel>[]): Promise<void>;
  /** The same, and the ids the database gave them, in the rows' order. */
  insertAndReadIds<Row extends Model>(
    model: ModelStatic<Row>,
    rows: readonly CreationAttributes<Row>[],
  ): Promise<number[]>;
}

export function rowWriter(db: Database, transaction: Transaction): RowWriter {
  const queries = db.sequelize.getQueryInterface();

  async function insert<Row extends Model>(
    model: ModelStatic<Row>,
    rows: readonly CreationAttributes<Row>[],
  ): Promise<void> {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const chunk = rows.slice(start, start + ROWS_AT_ONCE);
      await queries.bulkInsert(model.getTableName(), chunk, { transaction }, model.getAttributes());
    }
  }

  async function readIds<Row extends Model>(model: ModelStatic<Row>): Promise<number[]> {
    const rows = await model.findAll({ attributes: ['id'], order: ['id'], raw: true, transaction });
    return rows.map((row) => (row as unknown as { id: number }).id);
  }

  async function insertViews(views: readonly CreationAttributes<PropertyViewModel>[]): Promise<void> {
    const isSqlite = db.dialect === 'sqlite';
    const values = isSqlite
      ? 'v.value ->> 0, v.value ->> 1, v.value ->> 2, v.value ->> 3 FROM json_each($1) v'
      : 'CAST(v ->> 0 AS integer), v ->> 1, CAST(v ->> 2 AS date), CAST(v ->> 3 AS timestamptz) FROM json_array_elements(CAST($1 AS json)) v';
    for (const chunk of partsOf(views, VIEWS_AT_ONCE)) {
      const rows = chunk.map(({ property_id, viewer_key, viewed_on, viewed_at }) => [
        property_id,
        viewer_key,
        viewed_on,
        timeParameter(db.dialect, viewed_at),
      ]);
      await db.sequelize.query(
        `INSERT INTO property_views (property_id, viewer_key, viewed_on, viewed_at) SELECT ${values}`,
        { bind: [JSON.stringify(rows)], transaction },
      );
    }
  }

  return {
    insert,
    insertViews,
    async insertAndReadIds(model, rows) {
      const before = new Set(await readIds(model));
      await insert(model, rows);
      return (await readIds(model)).filter((id) => !before.has(id));
    },
  };
}
