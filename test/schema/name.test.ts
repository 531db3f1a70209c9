import { test } from 'tap';
import { nameGiver } from '../../engine/schema/name.ts';
import { objectName } from '../../engine/sql/object_name.ts';

test('names are those that PostgreSQL would choose, as long as they fit', async (t) => {
  t.equal(objectName(['party', 'business_id', 'key']), 'party_business_id_key');
  t.equal(objectName(['a'.repeat(59), 'key']), `${'a'.repeat(59)}_key`, '63 bytes fit');
  const long = objectName(['a'.repeat(60), 'key']);
  t.match(long, /^a{50}_[0-9a-f]{8}_key$/, '64 do not');
  t.equal(long.length, 63);
  t.not(
    objectName(['a'.repeat(60), 'b', 'key']),
    objectName(['a'.repeat(60), 'c', 'key']),
    'what is cut off still tells',
  );
});

test('no name is given twice', async (t) => {
  const give = nameGiver(['a_b']);
  t.match(give(['a', 'b']), /^a_[0-9a-f]{8}_b$/, 'a taken one');
  t.equal(give(['a_b', 'c', 'key']), 'a_b_c_key');
  t.match(give(['a', 'b_c', 'key']), /^a_b_c_[0-9a-f]{8}_key$/, 'other parts, same name');
  t.throws(() => give(['a', 'b_c', 'key']), /a\.b_c\.key is in the model twice/);
});
