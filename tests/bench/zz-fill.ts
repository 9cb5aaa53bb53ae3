import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';
import { fillWithListings } from '#tests/bench/syntheticListings.ts';
const url = process.argv[2];
const db = openDatabase({databaseUrl: url, dataDir: '/tmp/bench100k'});
await migrate(db); console.time('fill');
await fillWithListings(db, 100_000); console.timeEnd('fill');
if (url) await db.sequelize.query('VACUUM ANALYZE');
await db.close();
