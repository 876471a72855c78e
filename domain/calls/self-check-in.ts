import { MOST_SCANNED } from '../sessions/door.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const SelfCheckIn = Type.Object({
  instanceId: Type.Id,
  title: Type.String(),
  /** Instants with the offset of its place. */
  start: Type.String(),
  end: Type.String(),
  place: Type.String(),
  /** Whose password ends it. */
  username: Type.String(),
});
export type SelfCheckIn = Static<typeof SelfCheckIn>;

const SelfCheckedIn = Type.Object({
  outcome: Type.Enum(['welcome', 'already', 'refused', 'unknown']),
  /** For who is checked in, now or before: to be shown for SELF_CHECK_IN_SECONDS at most. */
  firstName: Type.Nullable(Type.String()),
  words: Type.String(),
});
export type SelfCheckedIn = Static<typeof SelfCheckedIn>;

export const selfCheckInCalls = calls({
  'POST /api/events/self-check-in': {
    summary: 'Self check-in: pairs this browser for one session',
    body: Type.Object({ instanceId: Type.Id }),
  },
  'GET /api/events/self-check-in': { summary: 'Self check-in: the session', public: true, response: SelfCheckIn },
  'POST /api/events/self-check-in/scan': {
    summary: 'Self check-in: by a code, a card or an ID',
    public: true,
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: MOST_SCANNED }) }),
    response: SelfCheckedIn,
  },
  'POST /api/events/self-check-in/end': {
    summary: 'Self check-in: unpairs this browser. The password of the person who started it logs them in again',
    public: true,
    body: Type.Object({ password: Type.Nullable(Type.String({ minLength: 1, maxLength: 1024 })) }),
  },
});
