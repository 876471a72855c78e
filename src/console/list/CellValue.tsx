import type { Field } from '../../../domain/declarations/model.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import type { ListRow, ListSlots } from './listSlots.ts';

export interface CellValueProps {
  row: ListRow;
  field: Field;
  slots: ListSlots;
  /** Without links, for use inside another link. */
  plain?: boolean;
}

/** A value of a row, rendered by the list's slot or by its kind. */
export function CellValue({ row, field, slots, plain = false }: CellValueProps) {
  const draw = slots.cells?.[field.name];
  return draw ? draw(row) : <FieldValue field={field} value={row[field.name]} row={row} inCell plain={plain} />;
}
