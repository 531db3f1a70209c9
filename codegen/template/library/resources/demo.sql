-- The rows that a new database of its own begins with. "npm run dev" loads them once, into empty tables. Each transaction is
-- recorded at one instant, so the histories show the second one as a correction. To load them again, remove the folder .data.

begin;

insert into public.member (name, email)
values ('Ada', 'ada@example.org'), ('Ben', 'ben@example.org');

insert into public.book (title, isbn, condition, discarded_on)
values
  ('Growth of the Soil', '9780306406157', 'good', null),
  ('Old atlas', null, 'discarded', '2025-01-31');

-- Ben's loan ends Ada's: the two never overlap.
insert into public.loan (book_id, member_id, valid_from)
values (1, 1, '2025-03-01T00:00Z');

insert into public.loan (book_id, member_id, valid_from)
values (1, 2, '2025-04-01T00:00Z');

commit;

-- A correction: Ada gave the book to Ben on 20 March.

begin;

update public.loan set valid_from = '2025-03-20T00:00Z' where member_id = 2;

commit;
