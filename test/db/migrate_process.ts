import { readFileSync } from 'node:fs';
import { connect } from '../../db/database.ts';
import { migrate } from '../../db/migrate/migrate.ts';
import { migrationOf, migrationsOf, notingObserver } from './migrations.ts';

// A process that migrates the database that it is given, by the migration that it reads, until it is killed. It says of
// each step that it begins it.
const [url = '', name = ''] = process.argv.slice(2);
const migration = migrationOf(name, readFileSync(0, 'utf8'));
const database = await connect(url, { maximumConnections: 1, statementTimeoutSeconds: 0 });
const observer = { ...notingObserver(), step: (_: unknown, at: number) => console.log(`step ${at}`) };
const migrated = await migrate(database, migrationsOf(migration), observer);
console.log(migrated.kind);
await database.close();
