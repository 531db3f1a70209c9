import { scopeOfCall } from '../../access/scope.ts';
import { answerTable, callPath, inputTable } from '../../contract/call.ts';
import { requestExample, responseExample } from '../../contract/row/example.ts';
import type { Call } from '../../model/call.ts';
import type { Model, Table } from '../../model/model.ts';
import { type Block, code, heading, list, text } from '../block.ts';
import { curlRequest } from '../curl.ts';

/** The operations of a resource that have names of their own: what each takes and answers, and who may call it. */
export function callsSection(table: Table, model: Model): readonly Block[] {
  const blocks = [...table.calls.values()].flatMap((call) => callBlocks(table, call, model));
  return blocks.length === 0 ? [] : [heading('Calls'), ...blocks];
}

function callBlocks(table: Table, call: Call, model: Model): readonly Block[] {
  const path = callPath(table.name, call);
  return [
    heading(call.title, 3, `call-${call.name}`),
    {
      kind: 'endpoint',
      method: 'POST',
      path: `${model.service.basePath}${path}`,
      scope: scopeOfCall(table.name, call.name),
    },
    ...(call.description === '' ? [] : [text(call.description)]),
    list(wordsOf(table, call)),
    ...example(call, path),
  ];
}

function wordsOf({ name }: Table, { work, roles, event }: Call): readonly string[] {
  const found =
    work.kind !== 'find'
      ? []
      : work.create === null
        ? [`Finds the ${name} with \`${work.text}\`, among all rows.`]
        : [`Finds the ${name} with \`${work.text}\`, among all rows, or makes it.`];
  return [
    ...found,
    roles === null
      ? 'Every caller with the scope may call it.'
      : `${roles.map((role) => `\`${role}\``).join(', ')} may call it.`,
    ...(event ? ['Each successful call is an event.'] : []),
  ];
}

function example(call: Call, path: string): readonly Block[] {
  const body = requestExample(inputTable(call), 'create');
  const answer = answerTable(call);
  const shown = answer === null ? undefined : responseExample(answer);
  if (body === undefined || (answer !== null && shown === undefined)) return [];
  const lines =
    shown === undefined ? ['HTTP/1.1 204 No Content'] : ['HTTP/1.1 200 OK', '', JSON.stringify(shown, null, 2)];
  return [code('sh', curlRequest('POST', path.replace('{id}', '1'), body)), code('http', lines.join('\n'))];
}
