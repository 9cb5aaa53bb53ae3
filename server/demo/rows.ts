import type { CreationAttributes, Model, ModelStatic, Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';

const ROWS_AT_ONCE = 400;

export interface RowWriter {
  /** Adds rows without model instances: tens of thousands take a second or two. */
  insert<Row extends Model>(model: ModelStatic<Row>, rows: readonly CreationAttributes<Row>[]): Promise<void>;
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

  return {
    insert,
    async insertAndReadIds(model, rows) {
      const before = new Set(await readIds(model));
      await insert(model, rows);
      return (await readIds(model)).filter((id) => !before.has(id));
    },
  };
}
