import type { RowContext } from '../model/condition/bind.ts';
import { type ExtensionPoint, extensionPoint } from '../model/feature.ts';
import type { BoundCondition, Field } from '../model/field.ts';
import type { Recipient, Table } from '../model/model.ts';
import type { Service } from '../model/service.ts';
import type { JsonSchema } from '../vocabulary/json_schema/json_schema.ts';
import type { Definitions } from './definitions.ts';
import type { DefinitionFile } from './file/report.ts';
import type { ResourceDefinition } from './language/definition.ts';

/** What definitions ask of a feature. */
export interface DefinitionPart {
  /** The keys that it adds to the file of a resource. */
  readonly keys?: readonly LanguageKey[];
  /** The resource that it makes for a service with these resources, of which some raise no events; null where it makes none. */
  readonly resource: (
    service: Service,
    definitions: readonly ResourceDefinition[],
    silent: ReadonlySet<string>,
  ) => Table | null;
  readonly rules?: RulesPart;
}

/** A key of the file of a resource. */
export interface LanguageKey<Schema extends JsonSchema = JsonSchema> {
  readonly name: string;
  /** The key behind which it stands. */
  readonly after: string;
  readonly schema: Schema;
  /** Examples of what it needs, for messages. */
  readonly examples?: ReadonlyMap<string, string>;
  /** What the words of its lists stand for. */
  readonly words?: string;
}

/** What becomes of the keys of a file. What it gives is kept in the slot of the feature. */
export interface RulesPart {
  readonly read: (asked: AskedRules) => readonly [feature: string, rules: unknown];
  /** The same where resources and fields have other names. */
  readonly renamed: (table: Table, names: Renaming) => readonly [feature: string, rules: unknown];
}

/** The file of a resource, with its table and the rows of all others. */
export interface AskedRules {
  readonly definition: ResourceDefinition;
  readonly context: RowContext<Table>;
  readonly definitions: Definitions;
  readonly service: Pick<Service, 'events' | 'zone'>;
  /** The names that a claim may have in a rule. */
  readonly claims: readonly string[];
  readonly file: DefinitionFile;
}

/** Parts of rules of a table as they are under other names. */
export interface Renaming {
  readonly condition: (condition: BoundCondition) => BoundCondition;
  readonly recipient: <Of extends Recipient>(recipient: Of) => Of;
  readonly field: (field: Field) => Field;
}

export const inDefinition: ExtensionPoint<DefinitionPart> = extensionPoint();
