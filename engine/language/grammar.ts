import { EmbeddedActionsParser, type IToken, type ParserMethod } from 'chevrotain';
import { expectations, expectedOperator } from './explain.ts';
import type { Comparison, Condition, Embed, Logic, Name, Operator, OrderKey, Value } from './syntax.ts';
import * as token from './tokens.ts';

type ParameterName =
  | { readonly kind: 'path'; readonly path: readonly Name[] }
  | ({ readonly kind: 'logic' } & LogicHead);
type LogicHead = Pick<Logic, 'operator' | 'negated'>;
type Operation = Pick<Comparison, 'negated' | 'operator' | 'value'>;
type Rule<T> = ParserMethod<[], T>;

/** The grammar of the query language: each rule takes its tokens and answers with syntax. */
class Grammar extends EmbeddedActionsParser {
  constructor() {
    super(token.tokenTypes, { maxLookahead: 2, errorMessageProvider: expectations });
    this.performSelfAnalysis();
  }

  readonly parameterName: Rule<ParameterName> = this.RULE('parameterName', (): ParameterName => {
    return this.OR([
      { ALT: (): ParameterName => ({ kind: 'logic', ...logicHead(this.CONSUME(token.LogicName)) }) },
      { ALT: (): ParameterName => ({ kind: 'path', path: this.SUBRULE(this.path) }) },
    ]);
  });

  readonly path: Rule<readonly Name[]> = this.RULE('path', () => {
    const path = [nameOf(this.CONSUME(token.Name))];
    this.MANY(() => {
      this.CONSUME(token.Dot);
      path.push(nameOf(this.CONSUME1(token.Name)));
    });
    return path;
  });

  readonly operation: Rule<Operation> = this.RULE('operation', (): Operation => {
    const negated = this.OPTION(() => this.CONSUME(token.Not)) !== undefined;
    return this.OR({
      DEF: [
        { ALT: () => operationOf(negated, this.CONSUME(token.ScalarOperator), this.SUBRULE(this.scalar)) },
        { ALT: () => operationOf(negated, this.CONSUME(token.IsOperator), this.SUBRULE(this.truth)) },
        { ALT: () => operationOf(negated, this.CONSUME(token.InOperator), this.SUBRULE(this.list)) },
      ],
      ERR_MSG: expectedOperator,
    });
  });

  private readonly scalar: Rule<Value> = this.RULE('scalar', (): Value => {
    const operand = this.CONSUME(token.Operand);
    const written = operand.image.slice(1);
    const text = operand.tokenType === token.Operand ? written : unquoted(written);
    return { kind: 'single', text, offset: operand.startOffset + 1 };
  });

  private readonly truth: Rule<Value> = this.RULE('truth', (): Value => {
    const truth = this.CONSUME(token.Truth);
    return { kind: 'single', text: truth.image.toLowerCase(), offset: truth.startOffset };
  });

  private readonly list: Rule<Value> = this.RULE('list', (): Value => {
    const open = this.CONSUME(token.ListOpen);
    const items = [{ text: '', offset: afterToken(open) }];
    this.OPTION(() => {
      items[0] = itemOf(this.CONSUME(token.ListItem));
    });
    this.MANY(() => {
      const comma = this.CONSUME(token.ListComma);
      items.push(this.OPTION1(() => itemOf(this.CONSUME1(token.ListItem))) ?? { text: '', offset: afterToken(comma) });
    });
    const close = this.CONSUME(token.ListClose, { ERR_MSG: '`,` or `)`' });
    // PostgREST's empty list: `()` holds nothing, not one empty text.
    const empty = items.length === 1 && afterToken(open) === close.startOffset;
    return { kind: 'list', items: empty ? [] : items, offset: open.startOffset };
  });

  readonly tree: Rule<readonly Condition[]> = this.RULE('tree', () => {
    this.CONSUME(token.Open);
    const operands = this.SUBRULE(this.operands);
    this.CONSUME(token.Close, { ERR_MSG: '`,` or `)`' });
    return operands;
  });

  private readonly operands: Rule<readonly Condition[]> = this.RULE('operands', () => {
    const operands = [this.SUBRULE(this.operand)];
    this.MANY(() => {
      this.CONSUME(token.Comma);
      operands.push(this.SUBRULE1(this.operand));
    });
    return operands;
  });

  private readonly operand: Rule<Condition> = this.RULE('operand', (): Condition => {
    return this.OR([{ ALT: () => this.SUBRULE(this.logic) }, { ALT: () => this.SUBRULE(this.comparison) }]);
  });

  private readonly logic: Rule<Logic> = this.RULE('logic', (): Logic => {
    const head = logicHead(this.CONSUME(token.LogicOpen));
    const operands = this.SUBRULE(this.operands);
    this.CONSUME(token.Close, { ERR_MSG: '`,` or `)`' });
    return { kind: 'logic', ...head, operands };
  });

  private readonly comparison: Rule<Comparison> = this.RULE('comparison', (): Comparison => {
    const path = [nameOf(this.CONSUME(token.Name))];
    this.MANY(() => {
      this.CONSUME(token.Dot);
      path.push(nameOf(this.CONSUME1(token.Name)));
    });
    this.CONSUME1(token.Dot, { ERR_MSG: '`.` and an operator' });
    return { kind: 'comparison', path, ...this.SUBRULE(this.operation) };
  });

  readonly order: Rule<readonly OrderKey[]> = this.RULE('order', () => {
    const keys = [this.SUBRULE(this.orderKey)];
    this.MANY(() => {
      this.CONSUME(token.Comma);
      keys.push(this.SUBRULE1(this.orderKey));
    });
    return keys;
  });

  private readonly orderKey: Rule<OrderKey> = this.RULE('orderKey', (): OrderKey => {
    const first = nameOf(this.CONSUME(token.Name));
    const field = this.OPTION(() => {
      this.CONSUME(token.Open);
      const name = nameOf(this.CONSUME1(token.Name));
      this.CONSUME(token.Close);
      return name;
    });
    const descending = this.OPTION1(() => this.CONSUME(token.Direction))?.image === '.desc';
    const nulls = this.OPTION2(() => this.CONSUME(token.Nulls))?.image;
    return {
      path: field === undefined ? [first] : [first, field],
      descending,
      nulls: nulls === undefined ? null : nulls === '.nullsfirst' ? 'first' : 'last',
    };
  });

  readonly embeds: Rule<readonly Embed[]> = this.RULE('embeds', () => {
    const embeds = [this.SUBRULE(this.embed)];
    this.MANY(() => {
      this.CONSUME(token.Comma);
      embeds.push(this.SUBRULE1(this.embed));
    });
    return embeds;
  });

  private readonly embed: Rule<Embed> = this.RULE('embed', (): Embed => {
    const alias = nameOf(this.CONSUME(token.Name, { ERR_MSG: 'the name of a relation' }));
    let inner = false;
    let embeds: readonly Embed[] = [];
    // The modifiers stand in either order, each once.
    this.OPTION(() => {
      this.OR([
        {
          ALT: () => {
            inner = this.CONSUME(token.Inner) !== undefined;
            embeds = this.OPTION1(() => this.SUBRULE(this.embedded)) ?? [];
          },
        },
        {
          ALT: () => {
            embeds = this.SUBRULE1(this.embedded);
            inner = this.OPTION2(() => this.CONSUME1(token.Inner)) !== undefined;
          },
        },
      ]);
    });
    return { alias, inner, embeds };
  });

  private readonly embedded: Rule<readonly Embed[]> = this.RULE('embedded', () => {
    this.CONSUME(token.Open);
    const embeds = this.SUBRULE(this.embeds);
    this.CONSUME(token.Close, { ERR_MSG: '`,` or `)`' });
    return embeds;
  });
}

function nameOf({ image, startOffset }: IToken): Name {
  return { text: image, offset: startOffset };
}

function operationOf(negated: boolean, { image }: IToken, value: Value): Operation {
  return { negated, operator: image.replace('.', '') as Operator, value };
}

function logicHead({ image }: IToken): LogicHead {
  return { operator: image.includes('and') ? 'and' : 'or', negated: image.startsWith('not.') };
}

function itemOf({ image, startOffset }: IToken): { text: string; offset: number } {
  return { text: unquoted(image), offset: startOffset };
}

function unquoted(written: string): string {
  return token.quotedOnly.test(written) ? written.slice(1, -1).replace(/\\([\s\S])/g, '$1') : written;
}

function afterToken({ image, startOffset }: IToken): number {
  return startOffset + image.length;
}

/** One instance serves every text: it holds no state between two of them. */
export const grammar = new Grammar();
