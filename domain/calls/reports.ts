import type { Json } from '../values/json.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const Name = Type.Object({ name: Type.String({ maxLength: 60 }) });
const Title = Type.String();
const Values = Type.Dictionary(Type.Unsafe<Json>());
/** null: nothing can be computed. */
const Figure = Type.Nullable(Type.Number());

/** One group, with its figures in the order of the measures. */
export const ReportGroup = Type.Object({
  /**
   * The value, or the first day of a day, week ("2026-11-23"), month or term, 1 (Monday) to 7, 0 to 23, or, of an hour of the week, 0
   * (Monday, midnight) to 167.
   */
  key: Type.Unsafe<Json>(),
  /** The name of a referenced row, the label of an option; otherwise the key as text. null: no value. */
  label: Type.Nullable(Type.String()),
  figures: Type.Array(Figure),
});
export type ReportGroup = Static<typeof ReportGroup>;

const ReportAnswer = Type.Object({
  /** In order of time, or of the first figure, largest first. Days, weeks and months without rows are included. */
  groups: Type.Array(ReportGroup),
  total: Type.Array(Figure),
  /** Whether there are more groups than are sent. */
  hasMore: Type.Boolean(),
  /** The rows that the report is about, with the reader's values instead of variables. */
  where: Values,
});
export type ReportAnswer = Static<typeof ReportAnswer>;

/** `to` is the page that a tile leads to; null: none. */
const tile = { title: Title, isWide: Type.Boolean(), to: Type.Nullable(Type.String()) };
const measure = { report: Type.String(), measure: Type.String() };
const Rows = Type.Array(Values);

/** What a tile shows. A tile that fails leaves the others alone. */
export const TileAnswer = Type.Union(
  Type.Object({ ...tile, kind: Type.Literal('count'), number: Type.Count, isEstimate: Type.Boolean() }),
  Type.Object({
    ...tile,
    ...measure,
    kind: Type.Literal('figure'),
    figure: Figure,
    before: Figure,
    span: Type.Nullable(Type.String()),
  }),
  Type.Object({
    ...tile,
    ...measure,
    kind: Type.Literal('chart'),
    by: Type.String(),
    groups: Type.Array(ReportGroup),
  }),
  Type.Object({
    ...tile,
    kind: Type.Literal('list'),
    resource: Type.String(),
    columns: Type.Array(Type.String()),
    rows: Rows,
    total: Type.Count,
    isEstimate: Type.Boolean(),
  }),
  Type.Object({ ...tile, kind: Type.Literal('failed'), detail: Type.String() }),
);
export type TileAnswer = Static<typeof TileAnswer>;

const BoardAnswer = Type.Object({
  name: Type.String(),
  title: Title,
  icon: Type.String(),
  tiles: Type.Array(TileAnswer),
});
export type BoardAnswer = Static<typeof BoardAnswer>;

export const reportCalls = calls({
  'GET /api/reports/:name': {
    summary: 'Figures of the groups of a report',
    params: Name,
    query: Type.Object({
      by: Type.String({ maxLength: 40, description: 'The dimension' }),
      from: Type.Optional({ ...Type.Day, description: 'First day' }),
      to: Type.Optional({ ...Type.Day, description: 'Last day' }),
      filter: Type.Optional(Type.String({ maxLength: 4000, description: 'As the filter of a list' })),
    }),
    response: ReportAnswer,
  },
});

export const boardCalls = calls({
  'GET /api/boards/:name': { summary: 'What the tiles of a board show', params: Name, response: BoardAnswer },
});
