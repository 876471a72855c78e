import { declaredFields } from '../../../domain/declarations/fields.ts';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import { classNames } from '../../ui/classNames.ts';
import type { DrawPart } from './DrawPart.ts';
import styles from './values.module.css';

export interface RowsValueProps {
  rows: readonly Row[];
  schema: PropertySchema;
  draw: DrawPart;
}

/** A list of objects as a table, without the columns that are empty in every row. In a narrow place each row is a list of its values. */
export function RowsValue({ rows, schema: { properties = {}, required = [] }, draw }: RowsValueProps) {
  const fields = declaredFields({ properties, required }).filter(({ name }) => rows.some((row) => row[name] != null));
  return (
    <div className={styles.rowsFrame}>
      <table className={styles.rowsTable}>
        <thead>
          <tr>
            {fields.map(({ name, title, kind, schema }) => (
              <th key={name} scope="col" className={classNames(isDigits(kind, schema) && styles.digits)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {fields.map((field) => (
                <td
                  key={field.name}
                  data-title={field.title}
                  className={classNames(isDigits(field.kind, field.schema) && styles.digits)}
                >
                  <span>{draw(field, row[field.name] ?? null)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isDigits(kind: keyof typeof KINDS, schema: PropertySchema): boolean {
  const { digits } = KINDS[kind];
  return typeof digits === 'function' ? digits(schema) : digits;
}
