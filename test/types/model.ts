import { readFileSync } from 'node:fs';
import { readClientFiles } from '../../engine/call/client_source.ts';
import { typesText } from '../../engine/contract/typescript/types.ts';
import { buildModel } from '../../engine/feature/load.ts';
import type { Model } from '../../engine/model/model.ts';

const dialect = ['item', 'maker', 'remark', 'reply', 'stay'];

/** The service of test/dialect, with events. */
export function dialectWithEvents(): Model {
  const service = 'service: Dialect\nbase_path: /dialect\naggregates: true\nevents: { prefix: org.example }\n';
  const files = dialect.map((name) => [`${name}.yaml`, readFileSync(`test/dialect/${name}.yaml`)] as const);
  return modelOf(new Map([['service.yaml', Buffer.from(service)], ...files]));
}

/** The service of test/call, whose handlers are checked with its client. */
export function callsModel(): Model {
  const files = ['service.yaml', 'unit.yaml'].map(
    (name) => [name, readFileSync(`test/calls/service/${name}`)] as const,
  );
  return modelOf(new Map(files));
}

export function modelOf(files: ReadonlyMap<string, Uint8Array>): Model {
  const loaded = buildModel(files, '');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.model;
}

export async function clientText(model: Model): Promise<string> {
  return typesText(model, await readClientFiles());
}
