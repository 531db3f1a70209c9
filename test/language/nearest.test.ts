import { test } from 'tap';
import { nearest } from '../../engine/language/nearest.ts';

const names = ['status', 'start_date', 'id', 'eq', 'neq', 'business_id'];

const table: readonly (readonly [word: string, meant: string | null, why: string])[] = [
  ['status', 'status', 'the word itself'],
  ['Status', 'status', 'letter case aside'],
  ['statu', 'status', 'a letter left out'],
  ['statuss', 'status', 'a letter too many'],
  ['stetus', 'status', 'another letter'],
  ['sattus', 'status', 'neighbours swapped'],
  ['satsus', 'status', 'two slips in six letters'],
  ['satxsu', null, 'three slips in six letters'],
  ['busines_di', 'business_id', 'a slip of each kind in a long word'],
  ['qe', 'eq', 'one slip is always allowed'],
  ['ne', 'neq', 'the nearer of several'],
  ['xy', null, 'nothing in common'],
  ['', null, 'no word'],
];

for (const [word, meant, why] of table) {
  test(`${why}: ${word}`, async (t) => {
    t.equal(nearest(word, names), meant);
  });
}

test('nothing is near where nothing is known', async (t) => {
  t.equal(nearest('status', []), null);
});
