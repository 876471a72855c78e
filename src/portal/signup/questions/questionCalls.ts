import type { SessionQuestions } from '../../../../domain/calls/session-types.ts';
import type { GivenAnswers } from '../../../../domain/calls/sign-up.ts';
import type { OwnTicket } from '../../../../domain/calls/session-types.ts';
import { api } from '../../../app/api.ts';
import { byLink } from '../signupCalls.ts';

/** The API of domain/question-calls.ts. All calls throw ApiError. */
const ROOT = '/api/events/';

/** Not kept: answers that were given meanwhile are read again. */
export function questionsQuery(sessionId: number, link: string | null) {
  const path = `${ROOT}sessions/${sessionId}/questions${byLink(link)}`;
  return {
    queryKey: [path],
    queryFn: ({ signal }: { signal: AbortSignal }) => api<SessionQuestions>(path, { signal }),
    gcTime: 0,
  };
}

export function answerTicket(ticketId: number, given: GivenAnswers): Promise<OwnTicket> {
  return api(`${ROOT}tickets/${ticketId}/answers`, { method: 'PUT', json: given });
}
