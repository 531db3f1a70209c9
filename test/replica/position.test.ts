import { test } from 'tap';
import { endBefore, later, positionText, readPosition } from '../../db/replica/position.ts';

// Positions of the write-ahead log (PostgreSQL manual, 8.20).

test('a position is read as PostgreSQL writes it', async (t) => {
  for (const text of ['0/0', '0/3A2F6C8', '1/0', 'FFFFFFFF/FFFFFFFF'])
    t.equal(positionText(readPosition(text) ?? 0n), text);
  t.equal(readPosition('1/0'), 2n ** 32n);
  for (const wrong of ['', '0', '/1', '1/', '123456789/0', 'x/1', ' 0/1', '0/1;', '0x1/1'])
    t.equal(readPosition(wrong), null);
  t.equal(later(null, 1n), 1n);
  t.equal(later(2n, 1n), 2n);
  t.equal(later(null, null), null);
});

test('a standby that has replayed everything is before the header of the next page', async (t) => {
  const segment = 16_777_216n;
  const page = 8192n;
  const cases: readonly (readonly [next: bigint, end: bigint, why: string])[] = [
    [page + 24n, page, 'behind the header of a page'],
    [segment + 40n, segment, 'behind the header of a segment'],
    [page + 40n, page + 40n, 'a record may end there'],
    [page + 25n, page + 25n, 'within a page'],
    [page, page, 'at its beginning'],
    [segment + 24n, segment + 24n, 'no place of a segment'],
  ];
  for (const [next, end, why] of cases) t.equal(endBefore(next, segment), end, why);
});
