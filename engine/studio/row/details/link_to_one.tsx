import type { StudioRelation } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import { labelOf } from '../../model/label.ts';
import { useModel } from '../../model/use_model.ts';
import { RowLink } from '../../parts/reference.tsx';
import { Nothing } from '../../parts/value.tsx';

interface LinkToOneProps {
  readonly relation: StudioRelation;
  readonly row: Row;
}

/** The one row to which a relation leads, as a line of a list of fields. */
export function LinkToOne({ relation: { alias, title, target: name }, row }: LinkToOneProps) {
  const { resources } = useModel();
  const target = resources.get(name);
  const related = row[alias] as Row | null | undefined;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {target === undefined || !related ? (
          <Nothing />
        ) : (
          <RowLink target={target} id={String(related.id)} label={labelOf(target, related)} />
        )}
      </dd>
    </div>
  );
}
