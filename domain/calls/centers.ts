import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const DutyInView = Type.Object({
  firstName: Type.String(),
  task: Type.Nullable(Type.String()),
  startsAt: Type.Instant,
  endsAt: Type.Instant,
});
export type DutyInView = Static<typeof DutyInView>;

const MachineInView = Type.Object({
  id: Type.Id,
  name: Type.String(),
  state: Type.Enum(['available', 'inUse', 'maintenance', 'outOfOrder']),
  note: Type.Nullable(Type.String()),
});
export type MachineInView = Static<typeof MachineInView>;

const Crowd = Type.Object({
  here: Type.Count,
  /** The median of the same weekday and time in the weeks before; null without visits so far. */
  usual: Type.Nullable(Type.Number()),
  capacity: Type.Nullable(Type.Count),
});

const CenterView = Type.Object({
  id: Type.Id,
  name: Type.String(),
  /** Null where it has none, or visitors cannot see it. */
  locationId: Type.Nullable(Type.Id),
  /** IANA zone of its location. */
  timezone: Type.String(),
  /** The published content page with its cards. Null: the standard cards. */
  pageName: Type.Nullable(Type.String()),
  /** Sanitized HTML. */
  announcement: Type.Nullable(Type.String()),
  /** Those of today that are not over, by start. */
  duties: Type.Array(DutyInView),
  machines: Type.Array(MachineInView),
  crowd: Crowd,
  /** The minute of the response, in epoch milliseconds. */
  asOf: Type.Count,
});
export type CenterView = Static<typeof CenterView>;

const PersonHere = Type.Object({
  visitId: Type.Id,
  name: Type.String(),
  /** Without an account. */
  isVisitor: Type.Boolean(),
  hostName: Type.Nullable(Type.String()),
  arrivedAt: Type.Instant,
});
export type PersonHere = Static<typeof PersonHere>;

const CenterHere = Type.Object({
  id: Type.Id,
  name: Type.String(),
  timezone: Type.String(),
  people: Type.Array(PersonHere),
});
export type CenterHere = Static<typeof CenterHere>;

const CenterChoice = Type.Object({
  id: Type.Id,
  name: Type.String(),
  /** Null where it has none, or visitors cannot see it. */
  locationId: Type.Nullable(Type.Id),
});
export type CenterChoice = Static<typeof CenterChoice>;

export const centerCalls = calls({
  'GET /api/centers/views': {
    summary: 'Centers: the active ones, whose views are public, by name',
    public: true,
    response: Type.Array(CenterChoice),
  },
  'GET /api/centers/:id/view': {
    summary: 'Centers: what visitors see of a center now',
    public: true,
    cached: true,
    response: CenterView,
  },
  'GET /api/centerVisits/here': {
    summary: 'Centers: the people who are at each active center now, by name',
    response: Type.Object({ asOf: Type.Instant, centers: Type.Array(CenterHere) }),
  },
});
