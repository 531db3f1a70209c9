import { messages, type Words } from '../../engine/studio/words/words.ts';

/** The texts of Studio outside a browser. Of texts for one and for many, it gives the one that Studio would. */
export const studioWords: Words = (name, values = {}) => {
  const [room = '', word = ''] = name.split('.');
  const text = (messages as unknown as Record<string, Record<string, string>>)[room]?.[word];
  if (text === undefined) throw new Error(`${name} is not a text of Studio`);
  const [one = '', many = one] = text.split(' |||| ');
  return (values.smart_count === 1 ? one : many).replace(/%\{(\w+)\}/g, (_, each: string) => String(values[each]));
};
