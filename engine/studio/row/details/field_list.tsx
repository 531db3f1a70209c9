import type { ReactNode } from 'react';
import type { StudioField } from '../../../contract/studio/studio_model.ts';
import type { Row } from '../../api/row.ts';
import type { Resource } from '../../model/model.ts';
import { Value } from '../../parts/value.tsx';
import { Recorder } from '../recorder.tsx';
import { FieldName } from './field_name.tsx';

interface FieldListProps {
  readonly resource: Resource;
  readonly row: Row;
  readonly fields: readonly StudioField[];
  /** More lines of the same list. */
  readonly children?: ReactNode;
}

/** Fields with their values, one below the other. */
export function FieldList({ resource, row, fields, children }: FieldListProps) {
  return (
    <dl className="fields">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <FieldName field={field} />
          </dt>
          <dd>
            {field.name === 'recorded_by' || field.name === 'replaced_by' ? (
              <Recorder resource={resource} row={row} field={field.name} />
            ) : (
              <Value resource={resource} field={field} row={row} />
            )}
          </dd>
        </div>
      ))}
      {children}
    </dl>
  );
}
