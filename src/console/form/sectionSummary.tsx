import { Fragment, type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { KINDS, type ValueLook } from '../../../domain/declarations/kinds.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import type { FormData } from '../../forms/shared/formServices.ts';
import { isEmpty } from '../engine/represent.ts';
import { FieldValue } from '../values/FieldValue.tsx';

/** The values of these fields in one line. Of long texts and what is on, the name alone. */
export function sectionSummary({ fields }: ClientResource, names: readonly string[], data: FormData): ReactNode {
  const row = data as Row;
  const given = names
    .flatMap((name) => fields.find((field) => field.name === name) ?? [])
    .filter(({ name }) => !isEmpty(row[name]) && row[name] !== false);
  if (given.length === 0) return 'Nothing set';
  return given.map((field, index) => (
    <Fragment key={field.name}>
      {index > 0 && ' · '}
      {field.title}
      {hasOwnText(field, row) && (
        <>
          : <FieldValue field={field} value={row[field.name]} row={row} inCell plain />
        </>
      )}
    </Fragment>
  ));
}

function hasOwnText(field: Field, row: Row): boolean {
  return !field.long && row[field.name] !== true && !WITHOUT_LINE.has(KINDS[field.kind].look);
}

/** They do not fit in a line. */
const WITHOUT_LINE: ReadonlySet<ValueLook> = new Set(['picture', 'html', 'data']);
