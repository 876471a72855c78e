import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** What /admin/debug shows: the state of the portal, part by part, and checks that can be run. Nothing of it is personal or secret. */
const FactKind = Type.Enum(['text', 'code', 'number', 'bytes', 'milliseconds', 'seconds', 'share', 'instant']);
export type FactKind = Static<typeof FactKind>;

const FactState = Type.Enum(['good', 'attention', 'fault']);
export type FactState = Static<typeof FactState>;

const FactValue = Type.Nullable(Type.Union(Type.String(), Type.Number(), Type.Boolean()));
export type FactValue = Static<typeof FactValue>;

const Fact = Type.Object({
  label: Type.String(),
  /** null: not known, or none. */
  value: FactValue,
  /** Default: text. share: from 0 to 1. instant: ISO 8601. */
  kind: Type.Optional(FactKind),
  /** The consequence for the operator. Default: none. */
  state: Type.Optional(FactState),
  /** What to do about it, or what it is. */
  note: Type.Optional(Type.String()),
});
export type Fact = Static<typeof Fact>;

const FactTable = Type.Object({
  title: Type.String(),
  columns: Type.Array(
    Type.Object({
      label: Type.String(),
      kind: Type.Optional(FactKind),
    }),
  ),
  rows: Type.Array(Type.Array(FactValue)),
  /** Shown instead of a table without rows. */
  empty: Type.String(),
});
export type FactTable = Static<typeof FactTable>;

const Facts = Type.Object({
  facts: Type.Array(Fact),
  tables: Type.Optional(Type.Array(FactTable)),
  /** Pages that tell more. */
  links: Type.Optional(
    Type.Array(
      Type.Object({
        label: Type.String(),
        to: Type.String(),
      }),
    ),
  ),
});
export type Facts = Static<typeof Facts>;

/** A part of the portal. Either `facts` or `fault`, the sentence that says why they could not be read. */
const DebugSection = Type.Object({
  key: Type.String(),
  title: Type.String(),
  facts: Type.Nullable(Facts),
  fault: Type.Nullable(Type.String()),
  /** How long the reading took, in milliseconds. */
  ms: Type.Number({ minimum: 0 }),
  checks: Type.Array(
    Type.Object({
      key: Type.String(),
      title: Type.String(),
    }),
  ),
});
export type DebugSection = Static<typeof DebugSection>;

const DebugReport = Type.Object({
  at: Type.Instant,
  sections: Type.Array(DebugSection),
});
export type DebugReport = Static<typeof DebugReport>;

const CheckOutcome = Type.Enum(['passed', 'attention', 'failed', 'skipped']);
export type CheckOutcome = Static<typeof CheckOutcome>;

export const CheckResult = Type.Object({
  outcome: CheckOutcome,
  /** A sentence. */
  says: Type.String(),
  /** What to do, where something is to be done. */
  todo: Type.Optional(Type.String()),
});
export type CheckResult = Static<typeof CheckResult>;

const CheckAnswer = Type.Object({
  ...CheckResult.properties,
  section: Type.String(),
  key: Type.String(),
  title: Type.String(),
  at: Type.Instant,
  /** Milliseconds. */
  ms: Type.Number({ minimum: 0 }),
});
export type CheckAnswer = Static<typeof CheckAnswer>;

const Name = Type.String({ pattern: '^[a-z][a-z0-9-]{0,60}$' });

export const debugCalls = calls({
  'GET /api/debug/report': { summary: 'Debug: the health of the portal, part by part', response: DebugReport },
  'POST /api/debug/checks/:section/:check': {
    summary: 'Debug: runs a check',
    params: Type.Object({ section: Name, check: Name }),
    response: CheckAnswer,
  },
});
