import { formats } from '../definition/format.ts';
import type { Field, FieldType, Model } from '../definition/model.ts';
import { resourceAddress } from './address.ts';
import { conditionWords } from './condition_words.ts';

/** A type in a word or two, a reference with a link to where it leads. */
export function typeWords(type: FieldType, model: Model): string {
  switch (type.kind) {
    case 'reference':
      return model.resources.has(type.to)
        ? `reference to [${type.to}](${resourceAddress(type.to, model)})`
        : `reference to ${type.to}`;
    case 'array':
      return `array of ${typeWords(type.of, model)}`;
    case 'text':
      return type.format?.kind === 'fixed' ? `text, ${formats[type.format.name].title}` : 'text';
    case 'decimal':
      return `decimal, ${type.precision} digits, ${type.scale} behind the point`;
    default:
      return type.kind;
  }
}

/** What holds of the values of a field, a sentence each. */
export function valueRules({ type, computed, default: given }: Field): readonly string[] {
  const rules = [...typeRules(type)];
  if (computed !== null) rules.push(`True where ${conditionWords(computed)}; never sent.`);
  if (given?.kind === 'value') rules.push(`Default: \`${JSON.stringify(given.value)}\`.`);
  if (given?.kind === 'generated') rules.push('Generated when it is not sent.');
  if (given?.kind === 'now') rules.push('The instant of the write when it is not sent.');
  return rules;
}

function typeRules(type: FieldType): readonly string[] {
  switch (type.kind) {
    case 'enum':
      return [`One of ${type.values.map((value) => `\`${value}\``).join(', ')}.`];
    case 'text':
      return [
        ...lengthRule(type, 'character', 'characters'),
        ...(type.pattern === null ? [] : [`Matches \`${type.pattern}\`.`]),
        ...formatRule(type),
      ];
    case 'html':
      return [
        'Rich text, stored as sent: clean it before you show it.',
        ...lengthRule(type, 'character', 'characters'),
      ];
    case 'array':
      return [...lengthRule(type, 'element', 'elements'), ...typeRules(type.of).map((rule) => `Each: ${rule}`)];
    case 'integer':
    case 'bigint':
    case 'decimal': {
      const { minimum, maximum, multipleOf } = type;
      return [...rangeRule(minimum, maximum), ...(multipleOf === null ? [] : [`A multiple of ${multipleOf}.`])];
    }
    default:
      return [];
  }
}

function formatRule({ format }: FieldType & { readonly kind: 'text' }): readonly string[] {
  if (format === null) return [];
  if (format.kind === 'fixed') return [formats[format.name].description];
  const choices = [...format.formats].map(([value, name]) => `\`${value}\`: ${formats[name].title}`);
  return [`Its format depends on \`${format.field}\`: ${choices.join('; ')}. Both are sent together.`];
}

function rangeRule(minimum: string | null, maximum: string | null): readonly string[] {
  if (minimum !== null && maximum !== null) return [`From ${minimum} to ${maximum}.`];
  if (minimum !== null) return [`At least ${minimum}.`];
  return maximum === null ? [] : [`At most ${maximum}.`];
}

function lengthRule(
  { minLength, maxLength }: { readonly minLength: number | null; readonly maxLength: number | null },
  one: string,
  many: string,
): readonly string[] {
  const unit = (count: number) => `${count} ${count === 1 ? one : many}`;
  if (minLength !== null && maxLength !== null) return [`From ${minLength} to ${unit(maxLength)}.`];
  if (minLength !== null) return [`At least ${unit(minLength)}.`];
  return maxLength === null ? [] : [`At most ${unit(maxLength)}.`];
}
