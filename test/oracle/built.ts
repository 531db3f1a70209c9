import type { Comparison, Condition, Level, Question } from './question.ts';

// What the dialect has today, as the questions without the rest.

const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'like', 'ilike', 'is', 'in', 'same'];

export function asBuilt(question: Question): Question {
  return { level: levelOf(question.level), spelling: 'embed', counted: false, range: null };
}

function levelOf(level: Level): Level {
  return {
    ...level,
    columns: null,
    embeds: level.embeds
      .filter(({ relation }, index) => level.embeds.findIndex((other) => other.relation === relation) === index)
      .map((embed) => ({
        ...embed,
        rename: null,
        join: embed.join === 'inner' ? 'inner' : null,
        spread: false,
        level: { ...levelOf(embed.level), conditions: [], order: [], limit: null, offset: null },
      })),
    conditions: level.conditions.flatMap(conditionOf),
    order: level.order.filter(
      ({ field, steps, relation }) =>
        steps.length === 0 &&
        field.type.kind !== 'json' &&
        field.type.kind !== 'array' &&
        (relation === null || level.embeds.every((each) => each.relation !== relation)),
    ),
  };
}

function conditionOf(condition: Condition): readonly Condition[] {
  if (condition.kind === 'presence') return [];
  if (condition.relations.length > 0) return [];
  if (condition.kind === 'comparison') return isThere(condition) ? [condition] : [];
  const operands = condition.operands.flatMap(conditionOf);
  return operands.length === 0 ? [] : [{ ...condition, operands }];
}

function isThere({ operator, modifier, field, steps }: Comparison): boolean {
  if (modifier !== null || steps.length > 0 || !operators.includes(operator)) return false;
  return operator === 'is' || !['json', 'array'].includes(field.type.kind);
}
