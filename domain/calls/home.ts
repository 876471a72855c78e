import { calls } from './call.ts';
import { DraftSummary, SubmissionSummary } from './requests.ts';
import { PublicSession } from './sessions.ts';
import { OwnTicket } from './tickets.ts';
import { Type, type Static } from './type.ts';

const HomeTicket = Type.Object({ ticket: OwnTicket, session: PublicSession });
export type HomeTicket = Static<typeof HomeTicket>;

const PersonalHome = Type.Object({
  /** Offers and held seats, by their deadline. */
  deadlines: Type.Array(HomeTicket),
  /** The next session with a seat. */
  next: Type.Nullable(HomeTicket),
  /** Own requests that wait for the caller, the longest wait first. */
  requests: Type.Array(SubmissionSummary),
  /** The latest first. */
  drafts: Type.Array(DraftSummary),
});
export type PersonalHome = Static<typeof PersonalHome>;

export const homeCalls = calls({
  'GET /api/home': { summary: 'Home: what the caller has to do, and their next session', response: PersonalHome },
});
