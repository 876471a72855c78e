import type { Choices, LinkedChoices } from '../../../../domain/calls/messages.ts';
import type { QuietMode } from '../../../../domain/messages/threads.ts';
import type { Delivery } from '../../../../domain/messages/messages.ts';
import type { QuietHours } from '../../../../domain/messages/quiet-hours.ts';
import { api } from '../../../app/api.ts';

/** How the choices of one person are read and saved. All calls throw ApiError. */
export interface ChoiceCalls<Answer extends Choices = Choices> {
  key: readonly (string | null)[];
  read: () => Promise<Answer>;
  save: (category: string, delivery: Delivery) => Promise<Answer>;
  /** Hours with the mode "own" alone. */
  saveQuiet: (mode: QuietMode, hours?: QuietHours) => Promise<Answer>;
}

export function ownChoices(userName: string | null): ChoiceCalls {
  return callsAt((what) => `/api/messages/${what}`, ['messages', 'choices', userName]);
}

/** Of the reader of the mail that the link is from. */
export function linkedChoices(link: string): ChoiceCalls<LinkedChoices> {
  return callsAt(
    (what) => `/api/messages/linked/${what}?link=${encodeURIComponent(link)}`,
    ['messages', 'linked', link],
  );
}

function callsAt<Answer extends Choices>(
  choicePath: (what: 'choices' | 'quiet') => string,
  key: readonly (string | null)[],
): ChoiceCalls<Answer> {
  return {
    key,
    read: () => api(choicePath('choices')),
    save: (category, delivery) => api(choicePath('choices'), { method: 'PUT', json: { category, delivery } }),
    saveQuiet: (mode, hours) => api(choicePath('quiet'), { method: 'PUT', json: { mode, hours } }),
  };
}
