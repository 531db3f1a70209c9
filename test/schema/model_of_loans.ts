import type { Model } from '../../engine/model/model.ts';
import { compare, decimalType, fieldOf, modelOf, statusType, tableOf, temporalOf, textType } from './model_of.ts';

/** Books with history, and who has borrowed them when, without. */
export function modelOfLoans(): Model {
  const status = fieldOf('status', statusType({ shelved: ['lent', 'lost'], lent: ['shelved', 'lost'], lost: [] }), {
    default: { kind: 'value', value: 'shelved' },
  });
  const price = fieldOf('price', { ...decimalType(7, 2), minimum: '0' }, { nullable: true });
  const book = tableOf('book', [fieldOf('title', textType({ maxLength: 200 }), { title: 'Title' }), status, price], {
    title: 'Book',
    description: "The library's own.",
    history: true,
    unique: [['title']],
    checks: [
      {
        name: 'book_rule_1_check',
        that: {
          kind: 'logic',
          operator: 'or',
          negated: false,
          operands: [compare(status, 'neq', 'lent'), compare(price, 'is', 'not_null')],
        },
        message: 'What is lent has a price.',
        moment: null,
      },
    ],
  });
  const loan = tableOf(
    'loan',
    [fieldOf('book_id', { kind: 'reference', to: 'book' }, { title: 'Book' }), fieldOf('order', textType())],
    {
      title: 'Loan',
      temporal: temporalOf(['book_id']),
      unique: [['order']],
    },
  );
  return modelOf(book, loan);
}
