import { BYTE_ORDER_MARK, csvCell, csvLine } from '../../domain/values/csv.ts';

export function csvText(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => csvLine(row.map(cell))).join('');
}

function cell(value: string | number): string {
  return typeof value === 'number' ? String(value) : csvCell(value);
}

export function downloadCsv(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, csvText(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
