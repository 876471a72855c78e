/** A place in the grid: row 0 has the titles, column 0 the names. */
export interface Place {
  row: number;
  column: number;
}

/** Rows that Page Up and Page Down pass. */
const PAGE = 10;

export interface GridKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Where a key leads, as the ARIA pattern of grids has it; null for keys that do not move. */
export function nextPlace({ row, column }: Place, { key, ctrlKey, metaKey }: GridKey, last: Place): Place | null {
  const isFar = ctrlKey || metaKey;
  const to = (place: Place): Place => ({
    row: Math.min(Math.max(place.row, 0), last.row),
    column: Math.min(Math.max(place.column, 0), last.column),
  });
  switch (key) {
    case 'ArrowUp':
      return to({ row: isFar ? 0 : row - 1, column });
    case 'ArrowDown':
      return to({ row: isFar ? last.row : row + 1, column });
    case 'ArrowLeft':
      return to({ row, column: isFar ? 0 : column - 1 });
    case 'ArrowRight':
      return to({ row, column: isFar ? last.column : column + 1 });
    case 'Home':
      return to({ row: isFar ? 0 : row, column: 0 });
    case 'End':
      return to({ row: isFar ? last.row : row, column: last.column });
    case 'PageUp':
      return to({ row: row - PAGE, column });
    case 'PageDown':
      return to({ row: row + PAGE, column });
    default:
      return null;
  }
}
