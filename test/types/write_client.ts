import { writeFile } from 'node:fs/promises';
import { clientText, dialectWithEvents } from './model.ts';

// node test/types/write_client.ts writes the client that the tests use: a change to it is to be seen in review.
await writeFile('test/types/dialect_client.ts', await clientText(dialectWithEvents()));
