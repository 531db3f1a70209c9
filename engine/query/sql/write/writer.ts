import type { Principal } from '../../../access/principal.ts';
import type { Field } from '../../../model/field.ts';
import type { Model } from '../../../model/model.ts';

/** A field and the value it gets, as text that PostgreSQL reads for its type. */
export interface Assignment {
  readonly field: Field;
  readonly value: string | null;
}

/** Who writes, and the model as their role has it: a field that the role does not see is not in the answer. */
export interface Writer {
  readonly identity: string;
  readonly viewer: Principal;
  readonly model: Model;
}
