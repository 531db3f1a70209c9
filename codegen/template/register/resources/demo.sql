-- The rows that a new database of its own begins with. "npm run dev" loads them once, into empty tables. Each transaction is
-- recorded at one instant, so the histories show the later ones as changes. To load them again, remove the folder .data.

begin;

insert into public.party (name, email)
values ('Ada', 'ada@example.org'), ('Ben', 'ben@example.org');

-- The people of the demo. Their ids are 1 to 4, in this order.
insert into public.identity (subject, name, party_id)
values ('ines', 'Ines', null), ('rita', 'Rita', null), ('ada', 'Ada', 1), ('ben', 'Ben', 2);

commit;

-- Rita, the registrar, registers three vehicles. They are Ada's.

begin;

set local almanac.identity = '2';

insert into public.vehicle (plate, model, colour, inspect_by)
values
  ('AB10001', 'Van', 'red', current_date + 400),
  ('AB10002', 'Trailer', 'green', current_date + 10),
  ('AB10003', 'Lorry', 'white', current_date - 30);

insert into public.holding (vehicle_id, party_id, valid_from)
values (1, 1, '2024-01-01T00:00Z'), (2, 1, '2024-01-01T00:00Z'), (3, 1, '2024-01-01T00:00Z');

commit;

-- Ben has bought the van and the lorry. His entries end Ada's.

begin;

set local almanac.identity = '2';

insert into public.holding (vehicle_id, party_id, valid_from)
values (1, 2, '2025-06-01T00:00Z'), (3, 2, '2025-06-01T00:00Z');

commit;

-- Ben paints the van. Rita suspends the lorry, which nobody has inspected in time.

begin;

set local almanac.identity = '4';

update public.vehicle set colour = 'blue' where plate = 'AB10001';

commit;

begin;

set local almanac.identity = '2';
set local almanac.role = 'registrar';

update public.vehicle set status = 'suspended' where plate = 'AB10003';

-- A late correction: the contract says that Ben had the van from 20 May.
update public.holding set valid_from = '2025-05-20T00:00Z' where vehicle_id = 1 and party_id = 2;

commit;
