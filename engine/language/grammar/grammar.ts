import type { TokenType } from 'chevrotain';
import type { Embed, Name, OrderKey, Selected, SelectedAggregate, SelectedField, SelectedRelation } from '../syntax.ts';
import { aggregateOf, nameOf } from '../token/token_text.ts';
import * as token from '../token/tokens.ts';
import { ConditionGrammar, type Rule } from './condition_grammar.ts';

/** The grammar of the query language: conditions, and what a request sorts by, selects and embeds. */
export class Grammar extends ConditionGrammar {
  /** `expectedOperator` says what to write in place of a missing operator. */
  constructor(tokenTypes: TokenType[], expectedOperator: string) {
    super(tokenTypes, expectedOperator);
    this.performSelfAnalysis();
  }

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
    const key = this.OR([
      {
        ALT: () => {
          this.CONSUME(token.Open);
          const field = nameOf(this.CONSUME1(token.Name));
          const steps = this.SUBRULE(this.steps);
          this.CONSUME(token.Close);
          return { relation: first, field, steps };
        },
      },
      { ALT: () => ({ relation: null, field: first, steps: this.SUBRULE1(this.steps) }) },
    ]);
    const descending = this.OPTION(() => this.CONSUME(token.Direction))?.image === '.desc';
    const nulls = this.OPTION1(() => this.CONSUME(token.Nulls))?.image;
    return {
      ...key,
      descending,
      nulls: nulls === undefined ? null : nulls === '.nullsfirst' ? 'first' : 'last',
    };
  });

  readonly select: Rule<readonly Selected[]> = this.RULE('select', () => {
    const selected = [this.SUBRULE(this.selected)];
    this.MANY(() => {
      this.CONSUME(token.Comma);
      selected.push(this.SUBRULE1(this.selected));
    });
    return selected;
  });

  private readonly selected: Rule<Selected> = this.RULE('selected', (): Selected => {
    return this.OR([
      { ALT: (): Selected => ({ kind: 'all', offset: this.CONSUME(token.Star).startOffset }) },
      {
        ALT: (): Selected => {
          this.CONSUME(token.Spread);
          const alias = nameOf(this.CONSUME(token.Name));
          return { ...this.SUBRULE(this.selectedRelation), alias, as: null, spread: true };
        },
      },
      {
        ALT: (): Selected => {
          const first = nameOf(this.CONSUME1(token.Name));
          const second = this.OPTION(() => {
            this.CONSUME(token.Colon);
            return nameOf(this.CONSUME2(token.Name));
          });
          const [name, as] = second === undefined ? [first, null] : [second, first];
          return this.OR1([
            {
              ALT: (): Selected => {
                const isCount = name.text === 'count' && this.LA(2).tokenType === token.Close;
                const relation = this.SUBRULE1(this.selectedRelation);
                const cast = this.OPTION1({ GATE: () => isCount, DEF: () => this.SUBRULE(this.cast) }) ?? null;
                return isCount ? { kind: 'count', name, cast, as } : { ...relation, alias: name, as, spread: false };
              },
            },
            { ALT: (): Selected => ({ ...this.SUBRULE(this.selectedField), field: name, as }) },
          ]);
        },
      },
    ]);
  });

  private readonly selectedRelation: Rule<Pick<SelectedRelation, 'kind' | 'hints' | 'selected'>> = this.RULE(
    'selectedRelation',
    () => {
      const hints: Name[] = [];
      this.MANY(() => {
        this.CONSUME(token.Inner);
        hints.push(nameOf(this.CONSUME(token.Name)));
      });
      this.CONSUME(token.Open);
      const selected = this.OPTION(() => this.SUBRULE(this.select)) ?? [];
      this.CONSUME(token.Close, { ERR_MSG: '`,` or `)`' });
      return { kind: 'relation' as const, hints, selected };
    },
  );

  private readonly selectedField: Rule<Pick<SelectedField, 'kind' | 'steps' | 'cast' | 'aggregate'>> = this.RULE(
    'selectedField',
    () => {
      const steps = this.SUBRULE(this.steps);
      const cast = this.OPTION(() => this.SUBRULE(this.cast)) ?? null;
      const aggregate = this.OPTION1((): SelectedAggregate => {
        const name = aggregateOf(this.CONSUME(token.Aggregated));
        return { name, cast: this.OPTION2(() => this.SUBRULE1(this.cast)) ?? null };
      });
      return { kind: 'field' as const, steps, cast, aggregate: aggregate ?? null };
    },
  );

  private readonly cast: Rule<Name> = this.RULE('cast', () => {
    this.CONSUME(token.Cast);
    return nameOf(this.CONSUME(token.TypeName));
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
