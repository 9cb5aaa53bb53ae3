import { LRUCache } from 'lru-cache';
import type sqlite3 from 'sqlite3';

const MAX_STATEMENTS = 200;

/**
 * Keeps a connection's SELECTs compiled: planning one among a dozen indexes takes longer than running it. Calls of
 * one statement queue in the driver, which they would do on their connection anyway.
 */
export class PreparedReads {
  private readonly statements = new LRUCache<string, Promise<sqlite3.Statement>>({
    max: MAX_STATEMENTS,
    // One that never compiled has told its caller why.
    dispose: (statement) => statement.then((compiled) => compiled.finalize()).catch(() => undefined),
  });

  constructor(readonly connection: sqlite3.Database) {}

  async all<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const statement = await this.prepare(sql);
    return new Promise((resolve, reject) => {
      statement.all<Row>(parameters, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  }

  /** A connection with compiled statements cannot be closed. */
  async close(): Promise<void> {
    const compiled = [...this.statements.values()];
    this.statements.clear();
    await Promise.allSettled(compiled);
  }

  private prepare(sql: string): Promise<sqlite3.Statement> {
    const known = this.statements.get(sql);
    if (known) return known;
    // '?3' is bound by its number in SQLite, '$3' by the order of appearance.
    const numbered = sql.replace(/\$(\d+)/g, '?$1');
    const statement = new Promise<sqlite3.Statement>((resolve, reject) => {
      const compiled = this.connection.prepare(numbered, (error: Error | null) =>
        error ? reject(error) : resolve(compiled),
      );
    });
    statement.catch(() => this.statements.delete(sql));
    this.statements.set(sql, statement);
    return statement;
  }
}
