import type { BlockKind } from '../hours/calendar.ts';
import { calls } from './call.ts';
import { RowChanges } from './row-parts.ts';
import { Scope, Times } from './schedule-parts.ts';
import { Type, type Static } from './type.ts';

/** Where the occurrence of a local date is moved to. */
const OccurrenceChange = Type.Object({
  scope: Scope,
  ...Times,
  /** What the moved ones are from now on, besides when and where they take place. Checked as a block is. */
  as: Type.Optional(
    Type.Object({
      title: Type.Unsafe<string>(),
      publicTitle: Type.Unsafe<string | null>(),
      kind: Type.Unsafe<BlockKind>(),
      notes: Type.Unsafe<string | null>(),
    }),
  ),
});
export type OccurrenceChange = Static<typeof OccurrenceChange>;

const occurrence = {
  headers: ['If-Match'],
  params: Type.Object({ date: Type.String({ maxLength: 10, description: 'The local date on which it begins' }) }),
  response: RowChanges,
} as const;

/** If-Match is the version of the block. */
export const blockCalls = calls({
  'POST /api/blocks/:id/occurrences/:date': {
    summary: 'Blocks: moves an occurrence, with those that follow or all',
    ...occurrence,
    body: OccurrenceChange,
  },
  'DELETE /api/blocks/:id/occurrences/:date': {
    summary: 'Blocks: removes an occurrence, with those that follow or all',
    ...occurrence,
    query: Type.Object({ scope: Scope }),
  },
});
