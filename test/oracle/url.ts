import { withoutTree } from '../../engine/model/relation.ts';
import {
  type Column,
  type Comparison,
  type Condition,
  type Embedding,
  type Item,
  type Key,
  type Level,
  nameOf,
  type Operand,
  type Question,
  type Step,
  type Taken,
} from './question.ts';

type Parameter = readonly [name: string, value: string];

/** The path and query of a question in our dialect; `embed` stands for the relations of which all is asked. */
export function ourUrl({ level, spelling }: Question): string {
  // An empty select is none.
  const inEmbed = spelling === 'embed' && level.columns?.length !== 0 ? level.embeds.filter(isPlain) : [];
  const inSelect = level.embeds.filter((embed) => !inEmbed.includes(embed));
  const shown = { ...level, embeds: inSelect };
  const select =
    level.columns === null && inSelect.length === 0 ? [] : [['select', selectOf(shown, embedHead)] as const];
  const embed = inEmbed.length === 0 ? [] : [['embed', inEmbed.map(embedText).join()] as const];
  return urlOf(level, [...select, ...embed, ...parametersOf(level, '')]);
}

/** How another dialect names an embedding in `select`, and in the names of parameters. */
interface Naming {
  readonly head: (embed: Embedding) => string;
  readonly segment: (embed: Embedding) => string;
}

/** The path and query of a level whose relations are all asked for by `select`, under the names of another dialect. */
export function selectUrl(level: Level, { head, segment }: Naming): string {
  return urlOf(level, [['select', selectOf(level, head)], ...parametersOf(level, '', segment)]);
}

function urlOf({ resource }: Level, parameters: readonly Parameter[]): string {
  return `/${resource.name}?${parameters.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
}

/** Whether `embed` can ask for it: all fields under its own name, and so below. */
function isPlain({ naming, rename, join, spread, level }: Embedding): boolean {
  return (
    naming === 'alias' &&
    rename === null &&
    join !== 'left' &&
    !spread &&
    level.columns === null &&
    level.embeds.every(isPlain)
  );
}

function embedText({ relation, join, level }: Embedding): string {
  const below = level.embeds.length === 0 ? '' : `(${level.embeds.map(embedText).join()})`;
  return `${relation.alias}${join === 'inner' ? '!' : ''}${below}`;
}

function embedHead(embed: Embedding): string {
  const { rename, naming, join, spread } = embed;
  const before = spread ? '...' : naming === 'alias' && rename === null ? '' : `${nameOf(embed)}:`;
  return `${before}${relationText(embed)}${join === null ? '' : `!${join}`}`;
}

function relationText({ naming, relation }: Embedding): string {
  const { alias, target } = relation;
  if (naming === 'alias') return alias;
  if ('steps' in relation) return `${target}!${relation.steps[0].target}`;
  const { from, to } = withoutTree(relation);
  return naming === 'field' ? from : `${target}!${to === 'id' ? from : to}`;
}

function selectOf({ columns, embeds }: Level, head: (embed: Embedding) => string): string {
  const own = columns === null ? ['*'] : columns.map(columnText);
  return [...own, ...embeds.map((embed) => `${head(embed)}(${selectOf(embed.level, head)})`)].join();
}

function columnText({ rename, field, steps, cast, taken }: Column): string {
  const value = taken?.aggregate === 'rows' ? '' : `${field.name}${pathText(steps)}${castText(cast)}`;
  return `${rename === null ? '' : `${rename}:`}${value}${taken === null ? '' : takenText(taken)}`;
}

function takenText({ aggregate, cast }: Taken): string {
  return `${aggregate === 'rows' ? 'count()' : `.${aggregate}()`}${castText(cast)}`;
}

function castText(cast: string | null): string {
  return cast === null ? '' : `::${cast}`;
}

function pathText(steps: readonly Step[]): string {
  return steps
    .map(({ arrow, key }) => `${arrow}${typeof key === 'number' || /^[a-z_]\w*$/i.test(key) ? key : quoted(key)}`)
    .join('');
}

function parametersOf(
  level: Level,
  prefix: string,
  segment: (embed: Embedding) => string = nameOf,
): readonly Parameter[] {
  const { conditions, embeds, order, limit, offset } = level;
  return [
    ...conditions.map((condition) => parameterOf(condition, prefix)),
    ...(order.length === 0 ? [] : [[`${prefix}order`, order.map(keyText).join()] as const]),
    ...(limit === null ? [] : [[`${prefix}limit`, String(limit)] as const]),
    ...(offset === null ? [] : [[`${prefix}offset`, String(offset)] as const]),
    ...embeds.flatMap((embed) => parametersOf(embed.level, `${prefix}${segment(embed)}.`, segment)),
  ];
}

function parameterOf(condition: Condition, prefix: string): Parameter {
  switch (condition.kind) {
    case 'logic': {
      const { relations, negated, operator, operands } = condition;
      const name = [...relations.map(({ alias }) => alias), ...(negated ? ['not'] : []), operator].join('.');
      return [`${prefix}${name}`, `(${operands.map(treeText).join()})`];
    }
    case 'presence':
      return [`${prefix}${presenceName(condition)}`, truthText(condition.negated)];
    case 'comparison':
      return [
        `${prefix}${targetText(condition)}`,
        `${operatorText(condition)}.${operandText(condition.operand, 'parameter')}`,
      ];
  }
}

/** A condition as an operand of `and` or `or`. */
function treeText(condition: Condition): string {
  switch (condition.kind) {
    case 'logic':
      return `${condition.negated ? 'not.' : ''}${condition.operator}(${condition.operands.map(treeText).join()})`;
    case 'presence':
      return `${presenceName(condition)}.${truthText(condition.negated)}`;
    case 'comparison':
      return `${targetText(condition)}.${operatorText(condition)}.${operandText(condition.operand, 'tree')}`;
  }
}

function presenceName({ of }: Condition & { kind: 'presence' }): string {
  return 'name' in of ? of.name : of.relation.alias;
}

function truthText(negated: boolean): string {
  return negated ? 'not.is.null' : 'is.null';
}

function targetText({ relations, field, steps }: Comparison): string {
  return `${[...relations.map(({ alias }) => alias), field.name].join('.')}${pathText(steps)}`;
}

function operatorText({ negated, operator, modifier, language }: Comparison): string {
  const inside = modifier ?? language;
  return `${negated ? 'not.' : ''}${operator}${inside === null ? '' : `(${inside})`}`;
}

/** A parameter's operand is what stands there; in a tree, or a list, quotes are needed around what would end it. */
function operandText(operand: Operand, place: 'parameter' | 'tree'): string {
  if (operand.kind === 'list') {
    const [only, ...others] = operand.items;
    if (only !== undefined && others.length === 0 && only.text === '') return '("")';
    return `(${operand.items.map(itemText).join()})`;
  }
  const { text } = operand;
  if (place === 'parameter') return text;
  const isArray = /^\{[^{}]*\}$/.test(text);
  return !operand.quoted && (isArray || !/[,)]|^["{]/.test(text)) ? text : quoted(text);
}

function itemText(item: Item): string {
  if (item.unescaped && /[,()]/.test(item.text)) return `"${item.text}"`;
  // Space after the parenthesis is none of the item's.
  const text = item.quoted || /[,)]|^["\s]/.test(item.text) ? quoted(item.text) : item.text;
  return item.padded ? ` ${text} ` : text;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function keyText({ relation, shownAs, field, steps, direction, nulls }: Key): string {
  const path = `${field.name}${pathText(steps)}`;
  const target = relation === null ? (shownAs ?? path) : `${shownAs ?? relation.alias}(${path})`;
  return [target, direction, nulls].filter((part) => part !== null).join('.');
}
