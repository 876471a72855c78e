import { NOTE_LENGTH } from '../sessions/scheduling.ts';
import { MAX_ROWS } from '../declarations/list-query.ts';
import type { Row } from '../declarations/model.ts';
import { MOST_CALENDAR_DAYS } from '../declarations/resource-calendar.ts';
import type { Json } from '../values/json.ts';
import { ActionAnswer, ActionPlan } from './action-parts.ts';
import { calls } from './call.ts';
import { BulkAnswer, RowId, RowIds } from './row-parts.ts';
import { Type, type Static } from './type.ts';

const text = (description: string) => Type.String({ description });

/** Stands for a row of the resource with the fields that the model declares, as far as the caller can read them. */
export const AnyRow = Type.Unsafe<Row>({ type: 'object' });
/** Stands for the fields that the caller writes. The engine checks them. */
export const RowValues = Type.Unsafe<Row>({ type: 'object' });
/** Stands for those of a new row. */
export const NewRowValues = Type.Unsafe<Row>({ type: 'object' });
/** Stands for the inputs of an action, which its command checks. */
export const ActionInputs = Type.Optional(Type.Unsafe<Row>({ type: 'object' }));

/** The newest first. */
const HistoryEntry = Type.Object({
  id: Type.Id,
  at: Type.Instant,
  actor: Type.Nullable(Type.String()),
  action: Type.Enum(['create', 'update', 'delete', 'revert']),
  command: Type.Nullable(text('The action that wrote it: "mails.sendAgain"')),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unsafe<Json>(), after: Type.Unsafe<Json>() })),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** Something that takes place: a row, an occurrence of a row that recurs, or one of a row's several dates. */
const ResourceCalendarEntry = Type.Object({
  /** Of the row. */
  id: RowId,
  date: Type.Nullable(
    text(
      'The local date on which an occurrence of a series begins, or the instant of one of several dates; null: once',
    ),
  ),
  start: text('A date, or an instant in UTC'),
  end: text('The last date, or the instant when it ends'),
  title: Type.String(),
  column: text('ID of its column; empty for none'),
});
export type ResourceCalendarEntry = Static<typeof ResourceCalendarEntry>;

const ResourceCalendar = Type.Object({
  zone: Type.String(),
  /** By start. */
  entries: Type.Array(ResourceCalendarEntry),
  rows: Type.Dictionary(AnyRow, { description: 'The rows of the entries, by id' }),
  movable: RowIds,
  deletable: RowIds,
  columns: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
  /** There are more entries. */
  isCut: Type.Boolean(),
});
export type ResourceCalendar = Static<typeof ResourceCalendar>;

/** Records that refer to another one by a field. */
const RelatedTotal = Type.Object({ resource: Type.String(), field: Type.String(), total: Type.Count });
export type RelatedTotal = Static<typeof RelatedTotal>;

const DuplicatePlan = Type.Object({
  copied: Type.Array(RelatedTotal),
  /** Deleted with the record, so a part of it, but not copied. */
  left: Type.Array(RelatedTotal),
  /** Fields whose values belong to the one record, such as files. */
  leftFields: Type.Array(Type.String()),
  /** Fields whose values must be unique, so that the duplicate needs others. */
  uniqueFields: Type.Array(Type.String()),
});
export type DuplicatePlan = Static<typeof DuplicatePlan>;

/** By action: the ids of those records with which the caller can run it now. */
const AvailableActions = Type.Dictionary(RowIds);
export type AvailableActions = Static<typeof AvailableActions>;

/** By id: what the caller has seen in the field that the command needs unchanged. */
const Seen = Type.Optional(Type.Unsafe<Row>({ type: 'object', maxProperties: MAX_ROWS }));
const ActionIds = Type.Array(RowId, { minItems: 1, maxItems: MAX_ROWS });

const resource = Type.String();
const ofAll = { params: Type.Object({ resource }) } as const;
const ofOne = { params: Type.Object({ resource, id: Type.String() }) } as const;
const ofAction = { params: Type.Object({ resource, action: Type.String() }) } as const;
const filter = Type.Optional(
  text(
    'JSON: {"name":"Laser","percent_gte":10,"q":"wood"}; operators _eq _neq _lt _lte _gt _gte _in _nin _like _null, groups _and _or _not; {"instanceId.eventId":5} compares a field of the record that a reference leads to',
  ),
);
const range = Type.Optional(text(`JSON: [0,24], first and last row from 0; at most ${MAX_ROWS} rows`));
const sort = Type.Optional(text('JSON: ["name","ASC"]'));
const spelling = Type.Optional(
  text('correct: searches for similar words where nothing has those of q; Search-Corrected in the answer says which'),
);
const deleted = Type.Optional(text('true: also where it is deleted, for those who can restore it'));
/** Other parameters are ignored, as ra-data-simple-rest has some of its own. */
const open = { additionalProperties: true };

/** The calls of every resource, as ra-data-simple-rest makes them and beyond. If-Match is the version of the row. */
export const rowCalls = calls({
  'GET /api/:resource': {
    summary: 'a page of matching rows',
    ...ofAll,
    query: Type.Object({ filter, range, sort, spelling }, open),
    response: Type.Array(AnyRow),
  },
  'POST /api/:resource': {
    summary: 'create',
    ...ofAll,
    headers: ['Idempotency-Key'],
    body: NewRowValues,
    status: 201,
    response: AnyRow,
  },
  'PATCH /api/:resource': {
    summary: 'change several, all or none',
    ...ofAll,
    body: Type.Object({
      ids: RowIds,
      data: RowValues,
      note: Type.Optional(
        Type.String({ maxLength: NOTE_LENGTH, description: 'Included in the messages about the change' }),
      ),
    }),
    response: BulkAnswer,
  },
  'POST /api/:resource/changes/plan': {
    summary: 'how many people a change of several would notify',
    ...ofAll,
    body: Type.Object({ ids: RowIds, data: RowValues }),
    response: Type.Object({ people: Type.Count }),
  },
  'DELETE /api/:resource': {
    summary: 'delete the matching rows, all or none',
    ...ofAll,
    query: Type.Object({ filter }, open),
    response: BulkAnswer,
  },
  'GET /api/:resource/export': {
    summary: 'all matching rows as CSV',
    ...ofAll,
    query: Type.Object(
      {
        filter,
        sort,
        fields: Type.Optional(text('JSON: ["name","email"], or name,email')),
        names: Type.Optional(
          text('true: as shown to people: names, labels, dates and amounts as text. Default: for programs'),
        ),
        format: Type.Optional(text('A declared format of the resource instead of CSV')),
      },
      open,
    ),
    content: 'text/csv',
  },
  'GET /api/:resource/sums': {
    summary: 'sums of the amounts of all matching rows, in cents; empty where more than 100,000 rows match',
    ...ofAll,
    query: Type.Object({ filter }, open),
    response: Type.Dictionary(Type.Integer()),
  },
  'GET /api/:resource/calendar': {
    summary: 'entries from one date to another',
    ...ofAll,
    query: Type.Object(
      {
        from: text('The first local date'),
        to: text(`The last one; at most ${MOST_CALENDAR_DAYS} days`),
        zone: Type.Optional(text('IANA time zone of the dates. Default: that of the site')),
        filter,
      },
      open,
    ),
    response: ResourceCalendar,
  },
  'GET /api/:resource/:id': {
    summary: 'one',
    ...ofOne,
    query: Type.Object({ deleted }, open),
    response: AnyRow,
  },
  'PUT /api/:resource/:id': {
    summary: 'change the given fields',
    ...ofOne,
    headers: ['If-Match'],
    body: RowValues,
    response: AnyRow,
  },
  'DELETE /api/:resource/:id': { summary: 'delete one', ...ofOne, headers: ['If-Match'], response: AnyRow },
  'GET /api/:resource/:id/history': {
    summary: 'who changed what when',
    ...ofOne,
    query: Type.Object({ deleted, range }, open),
    response: Type.Array(HistoryEntry),
  },
  'POST /api/:resource/:id/revert': {
    summary: 'revert a change',
    ...ofOne,
    headers: ['If-Match'],
    body: Type.Object({
      entryId: Type.Id,
      /** Default: all that the entry changed. */
      fields: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 200 })),
    }),
    response: AnyRow,
  },
  'POST /api/:resource/:id/restore': { summary: 'restore a deleted row', ...ofOne, response: AnyRow },
  'GET /api/:resource/:id/duplicate': { summary: 'what is copied with a row', ...ofOne, response: DuplicatePlan },
  'POST /api/:resource/:id/duplicate': {
    summary: "create one with copies of another's parts",
    ...ofOne,
    headers: ['Idempotency-Key'],
    body: NewRowValues,
    status: 201,
    response: AnyRow,
  },
  'GET /api/:resource/actions': {
    summary: 'by action: the rows that it can be run on',
    ...ofAll,
    query: Type.Object({ ids: text('JSON: [1,2]') }),
    response: AvailableActions,
  },
  'POST /api/:resource/actions/:action/plan': {
    summary: 'the question before an action',
    ...ofAction,
    body: Type.Object({ ids: ActionIds, inputs: Type.Optional(ActionInputs) }),
    response: ActionPlan,
  },
  'POST /api/:resource/actions/:action': {
    summary: 'run an action',
    ...ofAction,
    headers: ['Idempotency-Key'],
    body: Type.Object({
      ids: ActionIds,
      inputs: ActionInputs,
      seen: Seen,
      typed: Type.Optional(Type.String({ maxLength: 1000 })),
      effect: Type.Optional(
        Type.String({ maxLength: 200, description: 'The effect from the question; 409 if it has changed' }),
      ),
    }),
    response: ActionAnswer,
  },
});
export type RowCall = keyof typeof rowCalls;
