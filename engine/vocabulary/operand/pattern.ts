import { anyText } from '../type/text.ts';
import { refuse } from '../value/read_value.ts';
import { type OperandForm, readText } from './operand_form.ts';

/** A pattern of `like`, in which `*` is another way to write `%`. */
export const pattern: OperandForm = {
  type: anyText,
  isList: false,
  isKeyword: false,
  isExpression: true,
  read: (text) => {
    // PostgreSQL finds this out only when a row is compared so far.
    if (/(^|[^\\])(\\\\)*\\$/.test(text))
      return refuse('the pattern ends in a single backslash', 'two, for the character itself');
    return readText(text.replaceAll('*', '%'));
  },
};
