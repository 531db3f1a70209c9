-- 20261122094704_plain_words
-- Read it, and change it where you know better. A step that has run stays as it is.
-- "almanac migrate" runs each step to its end and notes it, so that what was interrupted goes on where it stopped.
-- It first asks for the rows that stand against a step. "almanac migrate --undo" takes back what has stopped.

-- Step 1 of 1: the triggers and functions are those of this version of Almanac
-- Runs: in a transaction
-- Locks: ACCESS EXCLUSIVE on the tables whose triggers change, for a moment
-- Work: the catalog alone
-- Loses: nothing
-- Undo: by the statements behind it
comment on function almanac.sequence_events(integer, bigint) is 'Makes events of the outbox behind an id, up to a number of them. Returns their number; null while another process does so.';
comment on table almanac.notice_change is 'Rows whose notices need another look: the rows of the resource whose field has the value.';
comment on table public.notification is 'Notification: A notification of an event for a party that it concerns. It waits until the party acknowledges it. A party sees its own.';
comment on column public.subscription.url is 'URL: The URL to which each event is posted. It is http or https, and not a private address.';

-- To undo it:
--   comment on function almanac.sequence_events(integer, bigint) is 'Makes events of what waits in the outbox behind an id, so many at most, and gives their number; null while another one is at it.';
--   comment on table almanac.notice_change is 'Rows whose notices have to be looked at again: those of the resource whose field has the value.';
--   comment on table public.notification is 'Notification: An event brought to a party that it concerns, until the party acknowledges it. A party sees its own.';
--   comment on column public.subscription.url is 'URL: Where each event is posted to: an http or https address that is not private.';
