import { EmbeddedActionsParser, type IToken, type ParserMethod, type TokenType } from 'chevrotain';
import { expectations } from '../explain.ts';
import type { Comparison, Condition, JsonStep, Logic, Value } from '../syntax.ts';
import { afterToken, itemOf, keyOf, modifierOf, nameOf } from '../token/token_text.ts';
import * as token from '../token/tokens.ts';
import { unquoted } from '../token/unquoted.ts';

/** What a parameter is about: a field or relation, or the row that a tree is about. */
type ParameterName =
  | ({ readonly kind: 'comparison' } & Pick<Comparison, 'path' | 'steps'>)
  | ({ readonly kind: 'logic' } & Pick<Logic, 'path' | 'operator' | 'negated'>);
type Operation = Pick<Comparison, 'negated' | 'operator' | 'modifier' | 'value'>;
export type Rule<T> = ParserMethod<[], T>;

/** The part of the grammar that reads conditions: each rule reads its tokens and returns syntax. */
export class ConditionGrammar extends EmbeddedActionsParser {
  readonly #expectedOperator: string;

  /** `expectedOperator` says what to write in place of a missing operator. */
  constructor(tokenTypes: TokenType[], expectedOperator: string) {
    super(tokenTypes, { maxLookahead: 2, errorMessageProvider: expectations });
    this.#expectedOperator = expectedOperator;
  }

  readonly parameterName: Rule<ParameterName> = this.RULE('parameterName', (): ParameterName => {
    return this.OR([
      { ALT: (): ParameterName => ({ kind: 'logic', path: [], ...logicHead(this.CONSUME(token.LogicName)) }) },
      {
        ALT: (): ParameterName => {
          const path = [nameOf(this.CONSUME(token.Name))];
          this.MANY(() => {
            this.CONSUME(token.Dot);
            path.push(nameOf(this.CONSUME1(token.Name)));
          });
          return this.OR1([
            {
              ALT: (): ParameterName => {
                this.CONSUME1(token.Dot);
                return {
                  kind: 'logic',
                  path,
                  ...logicHead(this.CONSUME1(token.LogicName, { ERR_MSG: '`and`, `or` or a name' })),
                };
              },
            },
            { ALT: (): ParameterName => ({ kind: 'comparison', path, steps: this.SUBRULE(this.steps) }) },
          ]);
        },
      },
    ]);
  });

  protected readonly steps: Rule<readonly JsonStep[]> = this.RULE('steps', () => {
    const steps: JsonStep[] = [];
    this.MANY(() => {
      const arrow = this.CONSUME(token.Arrow);
      const key = this.CONSUME(token.JsonKey);
      steps.push({ key: keyOf(key), asText: arrow.image === '->>', offset: key.startOffset });
    });
    return steps;
  });

  readonly operation: Rule<Operation> = this.RULE('operation', (): Operation => {
    const negated = this.OPTION(() => this.CONSUME(token.Not)) !== undefined;
    return this.OR({
      DEF: [
        {
          ALT: () => {
            const operator = this.CONSUME(token.ScalarOperator);
            const modifier = this.OPTION1(() => modifierOf(this.CONSUME(token.Modifier))) ?? null;
            return { ...operationOf(negated, operator, this.SUBRULE(this.scalar)), modifier };
          },
        },
        { ALT: () => operationOf(negated, this.CONSUME(token.IsOperator), this.SUBRULE(this.truth)) },
        { ALT: () => operationOf(negated, this.CONSUME(token.InOperator), this.SUBRULE(this.list)) },
        { ALT: () => ruleOperation(negated, this.CONSUME(token.RuleWord)) },
      ],
      ERR_MSG: this.#expectedOperator,
    });
  });

  private readonly scalar: Rule<Value> = this.RULE('scalar', (): Value => {
    const operand = this.CONSUME(token.Operand);
    const written = operand.image.slice(1);
    const text = operand.tokenType === token.Operand ? written : unquoted(written);
    return { kind: 'single', text, isQuoted: text !== written, offset: operand.startOffset + 1 };
  });

  private readonly truth: Rule<Value> = this.RULE('truth', (): Value => {
    const truth = this.CONSUME(token.Truth);
    return { kind: 'single', text: truth.image.toLowerCase(), isQuoted: false, offset: truth.startOffset };
  });

  private readonly list: Rule<Value> = this.RULE('list', (): Value => {
    return this.OR({
      DEF: [
        {
          ALT: (): Value => {
            const { image, startOffset } = this.CONSUME(token.OwnValues);
            return { kind: 'single', text: image, isQuoted: false, offset: startOffset };
          },
        },
        { ALT: () => this.SUBRULE(this.items) },
      ],
      ERR_MSG: '`(`',
    });
  });

  private readonly items: Rule<Value> = this.RULE('items', (): Value => {
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
    return this.SUBRULE(this.closed);
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
    return this.OR([
      {
        ALT: (): Condition => {
          const head = logicHead(this.CONSUME(token.LogicOpen));
          return { kind: 'logic', path: [], ...head, operands: this.SUBRULE(this.closed) };
        },
      },
      { ALT: () => this.SUBRULE(this.comparison) },
    ]);
  });

  private readonly comparison: Rule<Condition> = this.RULE('comparison', (): Condition => {
    // Here and not in a rule of its own, which would take the dot before an operator too.
    const path = [nameOf(this.CONSUME(token.Name))];
    this.MANY(() => {
      this.CONSUME(token.Dot);
      path.push(nameOf(this.CONSUME1(token.Name)));
    });
    return this.OR({
      DEF: [
        {
          ALT: (): Condition => {
            this.CONSUME1(token.Dot);
            const head = logicHead(this.CONSUME(token.RelatedLogicOpen));
            return { kind: 'logic', path, ...head, operands: this.SUBRULE(this.closed) };
          },
        },
        {
          ALT: (): Condition => {
            const steps = this.SUBRULE(this.steps);
            this.CONSUME2(token.Dot, { ERR_MSG: dotAndOperator });
            return { kind: 'comparison', path, steps, ...this.SUBRULE(this.operation) };
          },
        },
      ],
      ERR_MSG: dotAndOperator,
    });
  });

  private readonly closed: Rule<readonly Condition[]> = this.RULE('closed', () => {
    const operands = this.SUBRULE(this.operands);
    this.CONSUME(token.Close, { ERR_MSG: '`,` or `)`' });
    return operands;
  });
}

const dotAndOperator = '`.` and an operator';

function operationOf(negated: boolean, { image }: IToken, value: Value): Operation {
  return { negated, operator: image.replace('.', ''), modifier: null, value };
}

/** `rule` with the name of a rule as its value, or `visible`. */
function ruleOperation(negated: boolean, { image, startOffset }: IToken): Operation {
  const [operator = '', text = ''] = image.split('.');
  const offset = startOffset + image.length - text.length;
  return { negated, operator, modifier: null, value: { kind: 'single', text, isQuoted: false, offset } };
}

function logicHead({ image }: IToken): Pick<Logic, 'operator' | 'negated'> {
  return { operator: image.includes('and') ? 'and' : 'or', negated: image.startsWith('not.') };
}
