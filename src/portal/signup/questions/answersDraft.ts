import type { Answers } from '../../../../domain/requests/request-form.ts';
import { forgetPersisted, persist, readPersisted } from '../../../app/persisted.ts';

export interface AnswersDraft {
  /** The version that it was entered on; null where there were no questions. */
  formVersionId: number | null;
  data: Answers;
  wishes: string;
}

/** Of one account, so that no one sees another person's answers on a shared machine. */
function storageName(userName: string, sessionId: number): string {
  return `signup-answers:${userName}:${sessionId}`;
}

export function readAnswersDraft(userName: string, sessionId: number): AnswersDraft | null {
  const found = readPersisted(storageName(userName, sessionId));
  if (typeof found !== 'object' || found === null || !('data' in found) || !('wishes' in found)) return null;
  return typeof found.data === 'object' && found.data !== null && typeof found.wishes === 'string'
    ? (found as AnswersDraft)
    : null;
}

export function keepAnswersDraft(userName: string, sessionId: number, draft: AnswersDraft): void {
  persist(storageName(userName, sessionId), draft);
}

export function forgetAnswersDraft(userName: string, sessionId: number): void {
  forgetPersisted(storageName(userName, sessionId));
}
