import type { IconName } from './icons.ts';
import type { ReportFilter } from './reports.ts';

/** The last weeks that a tile of a report covers, the current one included. */
export const TILE_WEEKS = [1, 4, 12, 52] as const;
export type TileWeeks = (typeof TILE_WEEKS)[number];

/** Filters are those of lists, with the variables $now, $today, $tomorrow and $user.id. */
interface RowsOf {
  resource: string;
  filter: ReportFilter;
}

interface FiguresOf {
  report: string;
  measure: string;
  filter: ReportFilter;
  /** Of a report without a period: null. */
  weeks: TileWeeks | null;
}

/**
 * One tile of a board. A number counts rows or shows the total of a measure; a chart shows a measure by one dimension; a list shows the
 * first rows.
 */
export type Tile = { title: string; isWide: boolean } & (
  | ({ kind: 'count' } & RowsOf)
  | ({ kind: 'figure' } & FiguresOf)
  | ({ kind: 'chart'; by: string } & FiguresOf)
  | ({ kind: 'list'; columns: string[]; sort: [field: string, order: 'ASC' | 'DESC'] | null } & RowsOf)
);

/** config/boards/{name}.json with all defaults filled in: what someone with one of its roles looks at first. */
export interface BoardDeclaration {
  name: string;
  title: string;
  icon: IconName;
  roles: string[];
  tiles: Tile[];
}

/** A board in the shell model, in the order of the roles of the caller. */
export type BoardLink = Pick<BoardDeclaration, 'name' | 'title' | 'icon'>;
