import { test } from 'tap';
import { modelOfFiles } from '../model_of_files.ts';
import { serveModel } from './service.ts';

test('an array that was null takes no element without a row', async (t) => {
  const { ask } = await serveModel(
    t,
    modelOfFiles({
      'service.yaml': 'service: Test\n',
      'tag.yaml': 'resource: tag\nfields: { name: { type: text } }\n',
      'item.yaml':
        'resource: item\nfields: { tag_ids: { type: array, of: { type: reference, to: tag }, nullable: true } }\n',
    }),
  );
  await ask('POST', '/tag', { body: { name: 'a' } });
  await ask('POST', '/item', { body: {} });
  t.match(await ask('PATCH', '/item/1', { body: { tag_ids: [1, 2] } }), { status: 409 });
  t.match(await ask('PATCH', '/item/1', { body: { tag_ids: [1] } }), { status: 200 });
});
