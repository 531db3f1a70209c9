import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../model/call.ts';
import type { Table } from '../../model/model.ts';

/** The calls of a resource, and what their callers send and get. */
export function callChanges({ calls: was }: Table, { calls: now }: Table): readonly string[] {
  const changed = [...now.values()].flatMap((call) => {
    const before = was.get(call.name);
    return before === undefined ? [`the call \`${call.name}\` is new`] : changesOf(before, call);
  });
  const gone = [...was.keys()].filter((name) => !now.has(name));
  return [...changed, ...gone.map((name) => `the call \`${name}\` is gone`)];
}

function changesOf(was: Call, now: Call): readonly string[] {
  const isSame = (part: (call: Call) => unknown) => isDeepStrictEqual(part(was), part(now));
  return [
    ...(isSame(({ item }) => item) ? [] : [`the call \`${now.name}\` has another path`]),
    ...(isSame(inputOf) ? [] : [`the call \`${now.name}\` takes another body`]),
    ...(isSame(answerOf) ? [] : [`the call \`${now.name}\` has another answer`]),
    ...(isSame(({ roles }) => roles) ? [] : [`other roles may use the call \`${now.name}\``]),
    ...(isSame(({ event }) => event)
      ? []
      : [`the call \`${now.name}\` is ${now.event ? 'an event' : 'no longer an event'}`]),
    ...(isSame(workOf) ? [] : [`the call \`${now.name}\` works in another way`]),
  ];
}

function inputOf({ input }: Call): unknown {
  return [...input].map(([name, { type, nullable, default: given }]) => [name, type, nullable, given]);
}

function answerOf({ answer }: Call): unknown {
  if (answer.kind === 'nothing') return null;
  if (answer.kind === 'row') return [...answer.fields.keys()];
  return [...answer.fields].map(([name, { type, nullable }]) => [name, type, nullable]);
}

/** The text of a rule stands for it: the changes of fields that it names are listed by themselves. */
function workOf({ work }: Call): unknown {
  if (work.kind === 'find') return [work.text, work.create];
  return [work.as, [...work.errors]];
}
