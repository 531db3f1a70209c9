import { resourceAddress } from '../../docs/address.ts';
import { type Block, code, heading, list, text } from '../../docs/block.ts';
import { curlGet } from '../../docs/curl.ts';
import type { Model, Table } from '../../model/model.ts';
import { isDirect } from '../../model/relation.ts';
import { eventVerbs } from '../../vocabulary/action/actions.ts';
import { eventResource } from './resource.ts';

/** The event of each change of a row. */
export function eventsSection({ event, name, relations }: Table, model: Model): readonly Block[] {
  if (event === null) return [];
  const { type, subject } = event;
  const direct = [...relations.values()].filter(isDirect);
  const about = direct.find(({ from }) => from === subject?.field)?.alias ?? subject?.field;
  return [
    heading('Events'),
    text(
      `Each change of a row is an [event](events.html), listed at [\`${eventResource}\`](${resourceAddress(eventResource, model)}):`,
    ),
    list([
      ...eventVerbs.map((verb) => `\`${type}.${verb}\``),
      `\`source\` is \`/${name}/<id>\`.`,
      ...(subject === null ? [] : [`\`subject\` is \`/${subject.resource}/<id>\`: the \`${about}\` of the row.`]),
    ]),
    code('sh', curlGet(`/${eventResource}?type=like.${type}.*&order=id.desc&limit=1`)),
  ];
}
