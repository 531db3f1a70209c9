import { writeFileSync } from 'node:fs';
import { changes, migrationsOf } from './test/schema/changes.ts';

writeFileSync('test/schema/migrations.sql', migrationsOf(changes));
