import { conditionWords } from '../../model/condition/words.ts';
import type { Field } from '../../model/field.ts';
import type { Model, Table } from '../../model/model.ts';
import { type Block, heading, list, text } from '../block.ts';
import { creationWords, setWords } from '../consequence_words.ts';
import { momentWords } from '../moment_words.ts';
import type { Draw } from '../picture/graphviz.ts';
import { stateDiagram } from '../picture/state_diagram.ts';

/** The rules of rows beside the rules of each field: checks, uniqueness, the steps of states, and what follows from writes. */
export function rulesSection(table: Table, _model: Model, draw: Draw): readonly Block[] {
  const rules = [
    ...table.checks.map(
      ({ that, message, moment }) => `${message} (${capital(conditionWords(that))}${momentWords(moment)}.)`,
    ),
    ...table.unique
      .filter((fields) => fields.length > 1)
      .map((fields) => `No two rows have the same ${names(fields)}.`),
    ...table.uniqueAmong.map(
      ({ fields, where }) => `No two rows where ${conditionWords(where)} have the same ${names(fields)}.`,
    ),
  ];
  const states = [...table.fields.values()].flatMap((field) => stateBlocks(field, draw));
  return [
    ...(rules.length === 0 && states.length === 0 ? [] : [heading('Rules'), ...ruleBlocks(rules), ...states]),
    ...consequenceBlocks(table),
  ];
}

function ruleBlocks(rules: readonly string[]): readonly Block[] {
  if (rules.length === 0) return [];
  return [
    text(
      'A row that breaks one of these rules is refused with 422 [`invalid_body`](errors.html#invalid_body), or with 409 [`unique_conflict`](errors.html#unique_conflict) if a value is taken.',
    ),
    list(rules),
  ];
}

/** What follows from a write of a row. */
function consequenceBlocks(table: Table): readonly Block[] {
  const { sets, creates } = table;
  if (sets.length === 0 && creates.length === 0) return [];
  const follows = [
    ...sets.map((each) => `The service sets ${setWords(each)}.`),
    ...creates.map((each) => `The service creates ${creationWords(each)}.`),
  ];
  return [heading('Consequences'), text('These follow from a write, in the same transaction:'), list(follows)];
}

function stateBlocks({ name, type, default: initial }: Field, draw: Draw): readonly Block[] {
  if (type.kind !== 'enum' || type.transitions === null) return [];
  const { values, transitions, movers } = type;
  const first = initial?.kind === 'value' ? String(initial.value) : null;
  const steps = values.map((value) => {
    const next = transitions.get(value) ?? [];
    return next.length === 0
      ? `\`${value}\` stays as it is.`
      : `\`${value}\` becomes ${next.map((to) => `\`${to}\`${moverWords(movers?.get(value)?.get(to))}`).join(', ')}.`;
  });
  return [
    heading(`States of \`${name}\``, 3, `states-${name}`),
    { kind: 'diagram', svg: draw(stateDiagram(name, values, transitions, first)) },
    list(steps),
    text('Any other step is refused with 409 [`state_conflict`](errors.html#state_conflict).'),
  ];
}

function names(fields: readonly string[]): string {
  return fields.map((name) => `\`${name}\``).join(' and ');
}

function moverWords(roles: readonly string[] | undefined): string {
  return roles === undefined ? '' : ` (${roles.map((role) => `\`${role}\``).join(' or ')} only)`;
}

function capital(words: string): string {
  return words.startsWith('`') ? words : words.charAt(0).toUpperCase() + words.slice(1);
}
