import type {
  StudioField,
  StudioModel,
  StudioOperator,
  StudioRelation,
  StudioResource,
} from '../../contract/studio/studio_model.ts';

/** The model of the service, by names. */
export interface Model extends Pick<StudioModel, 'service' | 'caller'> {
  readonly resources: ReadonlyMap<string, Resource>;
  readonly operators: ReadonlyMap<string, StudioOperator>;
}

export interface Resource extends Omit<StudioResource, 'fields' | 'relations'> {
  readonly fields: ReadonlyMap<string, StudioField>;
  readonly relations: ReadonlyMap<string, StudioRelation>;
}

/** Finds the parts of the model that the service has told. */
export function modelOf({ service, caller, operators, resources }: StudioModel): Model {
  return {
    service,
    caller,
    operators: new Map(operators.map((operator) => [operator.name, operator])),
    resources: new Map(
      resources.map((resource) => [
        resource.name,
        {
          ...resource,
          fields: new Map(resource.fields.map((field) => [field.name, field])),
          relations: new Map(resource.relations.map((relation) => [relation.alias, relation])),
        },
      ]),
    ),
  };
}

/** The relation by which a reference field leads to its row; null where it leads nowhere that the caller may go. */
export function relationOfField({ relations }: Resource, field: string): StudioRelation | null {
  return [...relations.values()].find((each) => each.field === field && each.cardinality === 'one') ?? null;
}
