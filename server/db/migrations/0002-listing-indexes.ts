import type { MigrationContext } from '../migrate.ts';

export async function up(_context: MigrationContext): Promise<void> {}

export async function down(_context: MigrationContext): Promise<void> {}
