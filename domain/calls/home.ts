import { calls } from './call.ts';
import { DraftSummary } from './request-drafts.ts';
import { SubmissionSummary } from './requests.ts';
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

/** A credential that the caller has earned and that was not revoked: what they are trained on. */
const Training = Type.Object({
  credentialId: Type.Id,
  name: Type.String(),
  description: Type.Nullable(Type.String()),
  earnedAt: Type.Instant,
  /** Null: it does not expire. */
  expiresAt: Type.Nullable(Type.Instant),
  isExpired: Type.Boolean(),
});
export type Training = Static<typeof Training>;

export const homeCalls = calls({
  'GET /api/home': { summary: "Home: the caller's tasks and next session", response: PersonalHome },
  'GET /api/trainings': {
    summary: 'My trainings: what the caller is trained on, and until when',
    response: Type.Array(Training),
  },
});
