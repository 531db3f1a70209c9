import type { SchemaObject } from '../../../sql/object.ts';
import { statementsIn } from '../../../sql/script.ts';
import { dataTable, engineTable } from '../../../sql/table.ts';
import { type Token, tokensOf } from '../../../sql/token.ts';

/**
 * The objects that a script makes which an earlier version recorded. It is a script of the engine: nothing else need be
 * understood.
 * @throws Error for a statement that no version has written.
 */
export function readFormerRecord(script: string): readonly SchemaObject[] {
  return statementsIn(script).map((statement) => {
    const object = readObject(new Reader(statement));
    if (object === null) throw new Error(`it has a statement that Almanac does not write: ${statement.split('\n', 1)}`);
    return object;
  });
}

/** A statement that is read token by token. */
class Reader {
  readonly statement: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(statement: string) {
    this.statement = statement;
    this.#tokens = tokensOf(statement);
  }

  /** Goes past these words, where they come next. */
  skip(...words: readonly string[]): boolean {
    const isNext = words.every((word, at) => this.#tokens[this.#at + at]?.text === word);
    if (isNext) this.#at += words.length;
    return isNext;
  }

  /** The text up to one of these tokens, or up to the end. */
  until(...ends: readonly string[]): string {
    const from = this.#at;
    while (this.#at < this.#tokens.length && !ends.includes(this.#tokens[this.#at]?.text ?? '')) this.#at++;
    return this.#textOf(from, this.#at);
  }

  /** The parts between parentheses that come next, as commas part them. */
  list(): readonly string[] {
    const parts: string[] = [];
    let depth = 0;
    let from = this.#at + 1;
    for (; this.#at < this.#tokens.length; this.#at++) {
      const text = this.#tokens[this.#at]?.text;
      if (text === '(') depth++;
      if ((text === ')' && depth === 1) || (text === ',' && depth === 1)) {
        if (from < this.#at) parts.push(this.#textOf(from, this.#at));
        from = this.#at + 1;
      }
      if (text === ')' && --depth === 0) break;
    }
    this.#at++;
    return parts;
  }

  /** The text of all but the last so many tokens that are left. */
  allBut(count: number): string {
    return this.#textOf(this.#at, this.#tokens.length - count);
  }

  #textOf(from: number, to: number): string {
    const [first, last] = [this.#tokens[from], this.#tokens[to - 1]];
    return first === undefined || last === undefined ? '' : this.statement.slice(first.from, last.to);
  }
}

function readObject(reader: Reader): SchemaObject | null {
  const create = reader.statement;
  const plain = (object: { readonly kind: Plain; readonly name: string; readonly drop: string }) => ({
    ...object,
    on: null,
    create,
    dependsOn: [],
  });
  const onTable = (on: string, object: Parameters<typeof plain>[0]) => ({
    ...plain(object),
    on,
    dependsOn: [`table ${on}`],
  });
  if (reader.skip('comment', 'on')) {
    const subject = reader.allBut(2);
    return {
      ...plain({ kind: 'comment', name: subject, drop: `comment on ${subject} is null` }),
      dependsOn: [subject],
    };
  }
  if (reader.skip('alter', 'table')) {
    const on = reader.until('add');
    if (reader.skip('add', 'column')) {
      const [name] = readColumn(reader.allBut(0));
      return onTable(on, { kind: 'column', name, drop: `alter table ${on} drop column ${name}` });
    }
    const name = reader.skip('add', 'constraint') ? reader.until('foreign') : '';
    return onTable(on, { kind: 'constraint', name, drop: `alter table ${on} drop constraint ${name}` });
  }
  if (reader.skip('alter', 'sequence')) {
    const name = reader.until('owned');
    const on = reader.skip('owned', 'by') ? reader.allBut(0).replace(/\.id$/, '') : '';
    const owner = onTable(on, { kind: 'owner', name, drop: `alter sequence ${name} owned by none` });
    return { ...owner, dependsOn: [`sequence ${name}`, ...owner.dependsOn] };
  }
  if (reader.skip('insert', 'into')) {
    const on = reader.until('(');
    return onTable(on, { kind: 'rows', name: 'first', drop: `delete from ${on}` });
  }
  const [, highest, versions] = /^do .*setval\(('\S+'), .* from (\S+);/s.exec(create) ?? [];
  if (highest !== undefined && versions !== undefined)
    return onTable(versions, { kind: 'rows', name: 'deleted', drop: `select setval(${highest}, 1, false)` });
  if (!reader.skip('create')) return null;
  reader.skip('or', 'replace');
  if (reader.skip('function')) return readFunction(reader);
  if (reader.skip('trigger')) {
    const name = reader.until('before', 'after');
    reader.until('on');
    const on = reader.skip('on') ? reader.until('referencing', 'for') : '';
    return onTable(on, { kind: 'trigger', name, drop: `drop trigger ${name} on ${on}` });
  }
  const isLogged = !reader.skip('unlogged');
  if (reader.skip('table')) return readTable(reader, isLogged);
  reader.skip('unique');
  const kind = plainKinds.find((word) => reader.skip(word));
  if (kind === undefined) return null;
  reader.skip('if', 'not', 'exists');
  const name = reader.until('on', 'with', 'owned');
  if (kind !== 'index') return plain({ kind, name, drop: `drop ${kind} ${name}` });
  const on = reader.skip('on') ? reader.until('(') : '';
  const schema = on.startsWith('almanac.') ? 'almanac' : 'public';
  return onTable(on, { kind, name, drop: `drop index ${schema}.${name}` });
}

type Plain = Exclude<SchemaObject['kind'], 'function' | 'table'>;

const plainKinds = ['index', 'schema', 'extension', 'sequence'] as const;

function readFunction(reader: Reader): SchemaObject {
  const own = reader.until('(');
  const types = reader.list().map((parameter) => {
    const words = new Reader(parameter);
    const name = words.until('default');
    return name.slice(name.indexOf(' ') + 1);
  });
  const name = `${own}(${types.join(', ')})`;
  const whole = new Reader(reader.statement);
  whole.until('function');
  whole.skip('function');
  const signature = whole.until('language');
  return {
    kind: 'function',
    name,
    on: null,
    signature,
    create: reader.statement,
    drop: `drop function ${name}`,
    dependsOn: [],
  };
}

function readTable(reader: Reader, isLogged: boolean): SchemaObject {
  const isKept = reader.skip('if', 'not', 'exists');
  const name = reader.until('(', 'partition');
  if (reader.skip('partition')) return { ...dataTable(name, []), create: reader.statement };
  const lines = reader.list();
  const isRule = (line: string) => line.startsWith('constraint ');
  const columns = lines.filter((line) => !isRule(line)).map(readColumn);
  const made = engineTable(name, Object.fromEntries(columns), { rules: lines.filter(isRule), isLogged, isKept });
  return { ...made, create: reader.statement };
}

function readColumn(line: string): readonly [name: string, definition: string] {
  const [name = ''] = line.split(' ', 1);
  return [name, line.slice(name.length + 1)];
}
