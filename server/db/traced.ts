import type { Tracing } from '#server/observability/tracing.ts';
import { type Database, withoutReplica } from './connection.ts';

const STATEMENT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/** A span around each transaction and each statement, without its text, which may hold values. */
export function traceDatabase(db: Database, { isOn, inSpan }: Tracing): Database {
  if (!isOn) return db;
  const system = { 'db.system.name': db.dialect === 'postgres' ? 'postgresql' : 'sqlite' };
  const inStatement = <Result>(operation: string, work: () => Promise<Result>) =>
    inSpan(operation, { ...system, 'db.operation.name': operation }, work);

  const query = db.sequelize.query.bind(db.sequelize) as (...args: unknown[]) => Promise<unknown>;
  const tracedQuery: typeof query = (sql, ...rest) => {
    const operation = STATEMENT.exec(String(sql))?.[1]?.toUpperCase();
    return operation ? inStatement(operation, () => query(sql, ...rest)) : query(sql, ...rest);
  };
  db.sequelize.query = tracedQuery as typeof db.sequelize.query;
  return withoutReplica({
    ...db,
    readRows: (sql, parameters) => inStatement('SELECT', () => db.readRows(sql, parameters)),
    readRowsInBackground: (sql, parameters) =>
      inStatement('SELECT', () => db.readRowsInBackground(sql, parameters)),
    transaction: (work, options) => inSpan('transaction', system, () => db.transaction(work, options)),
  });
}
