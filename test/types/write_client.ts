import { writeFile } from 'node:fs/promises';
import { operatorText } from '../../engine/contract/typescript/operator_text.ts';
import { callsModel, clientText, dialectWithEvents } from './model.ts';

// node test/types/write_client.ts writes the operators of clients and the clients that the tests use: a change to them is to
// be seen in review.
await writeFile('engine/contract/typescript/client/operator.ts', operatorText());
await writeFile('test/types/dialect_client.ts', await clientText(dialectWithEvents()));
await writeFile('test/calls/service/client.ts', await clientText(callsModel()));
