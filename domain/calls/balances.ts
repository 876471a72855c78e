import { GRANT_FILE_BYTES } from '../balances/grant-import.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** CSV: person, amount, expires, purpose. */
const text = Type.String({ minLength: 1, maxLength: GRANT_FILE_BYTES });

const PlannedGrant = Type.Object({
  line: Type.Count,
  person: Type.String(),
  amountCents: Type.Count,
  expiresOn: Type.Day,
  purpose: Type.String(),
  /** Above the limit for one person: a second one must approve it. */
  needsApproval: Type.Boolean(),
});
export type PlannedGrant = Static<typeof PlannedGrant>;

/** A row that is not imported, as it is in the file. */
const GrantFault = Type.Object({ line: Type.Count, cells: Type.Array(Type.String()), reason: Type.String() });
export type GrantFault = Static<typeof GrantFault>;

const GrantPlan = Type.Object({
  /** Why nothing of the file can be read. */
  fault: Type.Nullable(Type.String()),
  /** Titles of its columns. */
  titles: Type.Array(Type.String()),
  /** The first ones. */
  grants: Type.Array(PlannedGrant),
  faults: Type.Array(GrantFault),
  counts: Type.Object({ grants: Type.Count, needApproval: Type.Count, faults: Type.Count }),
  totalCents: Type.Count,
  /** When a file with the same rows was imported last. */
  importedAt: Type.Nullable(Type.String()),
  /** Of the planned grants: an import with another one is refused. */
  basis: Type.String(),
});
export type GrantPlan = Static<typeof GrantPlan>;

/** JSON escapes what is in quotes. */
const bodyLimit = 2 * GRANT_FILE_BYTES;

export const balanceCalls = calls({
  'POST /api/balances/grants/plan': {
    summary: 'Balances: previews an import of free quota; writes nothing',
    body: Type.Object({ text }),
    bodyLimit,
    response: GrantPlan,
  },
  'POST /api/balances/grants/import': {
    summary: 'Balances: imports free quota, all rows or none; 409 if the plan has changed',
    headers: ['Idempotency-Key'],
    body: Type.Object({
      text,
      basis: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      /** The same file was imported before. */
      again: Type.Boolean(),
    }),
    bodyLimit,
    response: Type.Object({ grants: Type.Count, needApproval: Type.Count, totalCents: Type.Count }),
  },
});
