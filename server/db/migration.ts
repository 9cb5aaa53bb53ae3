import type { QueryInterface } from 'sequelize';
import type { Database } from './connection.ts';

export interface MigrationContext {
  queryInterface: QueryInterface;
  database: Database;
}

export interface Migration {
  up(context: MigrationContext): Promise<void>;
  down(context: MigrationContext): Promise<void>;
}
