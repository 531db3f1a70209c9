-- Odd papers are for everybody who sees some, even ones for those who see all. The hidden ones are as large as a text may
-- be for a search and larger, and hold what no cast takes.
insert into folder (owner, secret, code, body, data) values
  (1, false, 'f-1', 'a needle in it', '{"a": 1}'),
  (2, true, 'secret-f-2', (select string_agg('w' || n::text || 'x', ' ') from generate_series(1, 160000) as n), '{"a": "x"}'),
  (1, false, 'f-3', null, null),
  (2, true, 'secret-f-4', 'hay', '{"a": [1]}');
insert into paper (folder_id, owner, secret, code, body, kind, size, price, day, at, key, data, tags, sizes, above_id)
select
  case when n % 2 = 1 then 1 + (n % 4 / 2) * 2 else 2 + (n % 4 / 2) * 2 end,
  2 - n % 2,
  n % 2 = 0,
  case when n % 2 = 1 then n::text else 'secret-' || n end,
  case
    when n % 2 = 1 then 'a needle, number ' || n
    when n % 8 = 0 then (select string_agg('w' || m::text || 'x', ' ') from generate_series(n, n + 160000) as m)
    else repeat('a', 3000) || n
  end,
  case when n % 2 = 0 and n > 30 then 'rare' else 'plain' end,
  case when n % 2 = 1 then n else 9000000000000000000 end,
  n + 0.5,
  date '2026-01-01' + n,
  timestamptz '2026-01-01Z' + n * interval '1 day',
  ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid,
  case when n % 2 = 1 then jsonb_build_object('a', n, 'b', n::text) else '{"a": {"x": [1]}, "b": "none"}' end,
  case when n % 2 = 1 then array['red'] else array['secret', 'x' || n] end,
  array[n],
  -- On some ways up all are seen. On others a hidden one stands in between.
  nullif(n / 2, 0)
from generate_series(1, 40) as n;
-- A paper of one's own in the folder of another, and the other way round.
insert into paper (folder_id, owner, secret, code, body) values (4, 1, false, '101', 'hay'), (1, 2, true, 'secret-102', 'hay');
insert into stay (paper_id, owner, secret, code, body, valid_from, valid_to)
select paper.id, paper.owner, paper.secret, paper.code, left(paper.body, 2000000), timestamptz '2026-01-01Z', timestamptz '2026-02-01Z'
from paper where paper.id <= 12;
insert into stay (paper_id, owner, secret, code, valid_from) select paper_id, owner, secret, code || '-2', '2026-03-01Z' from stay;
-- Each paper is filed in two folders, in one of them twice. Every third link is hidden, whatever it links.
insert into filing (folder_id, paper_id, owner, secret)
select 1 + (paper.id + step) % 4, paper.id, case when (paper.id + step) % 3 = 0 then 2 else 1 end, (paper.id + step) % 3 = 0
from paper, unnest(array[0, 1, 4]) as step where paper.id <= 38;
-- Each folder has seven papers on top, one after the other, for ten days each. Every third of these entries is hidden.
insert into topmost (folder_id, paper_id, owner, secret, valid_from, valid_to)
select folder.id, 1 + (folder.id * 7 + step * 5) % 12, case when (folder.id + step) % 3 = 0 then 2 else 1 end,
  (folder.id + step) % 3 = 0, timestamptz '2026-01-01Z' + step * interval '10 days', timestamptz '2026-01-11Z' + step * interval '10 days'
from folder, generate_series(0, 6) as step;
