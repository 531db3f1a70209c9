import type { RowContext } from '../../model/condition/bind.ts';
import type { Table } from '../../model/model.ts';
import type { Definitions } from '../definitions.ts';
import type { DefinitionFile } from '../file/report.ts';
import type { NamedRules } from '../resource/named_rule.ts';

/** What the calls of a resource are built with. */
export interface CallContext extends RowContext<Table> {
  readonly rows: ReadonlyMap<string, Table>;
  readonly named: NamedRules;
  readonly definitions: Definitions;
  readonly roles: readonly string[];
  readonly claims: readonly string[];
  readonly zone: string;
  readonly file: DefinitionFile;
}
