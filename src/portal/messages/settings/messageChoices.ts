import type { Choices, LinkedChoices } from '../../../../domain/calls/messages.ts';
import type { QuietMode } from '../../../../domain/messages/threads.ts';
import type { Delivery } from '../../../../domain/messages/messages.ts';
import type { QuietHours } from '../../../../domain/messages/quiet-hours.ts';
import { callApi } from '../../../app/callApi.ts';

/** How the choices of one person are read and saved. */
export interface ChoiceCalls<Answer extends Choices = Choices> {
  queryKey: readonly (string | null)[];
  read: () => Promise<Answer>;
  save: (body: { category: string; delivery: Delivery }) => Promise<Answer>;
  /** Hours with the mode "own" alone. */
  saveQuiet: (body: { mode: QuietMode; hours?: QuietHours }) => Promise<Answer>;
}

export function ownChoices(userName: string | null): ChoiceCalls {
  return {
    queryKey: ['messages', 'choices', userName],
    read: () => callApi('GET /api/messages/choices'),
    save: (body) => callApi('PUT /api/messages/choices', { body }),
    saveQuiet: (body) => callApi('PUT /api/messages/quiet', { body }),
  };
}

/** `link`: from a mail to the person whose choices they are. */
export function linkedChoices(link: string): ChoiceCalls<LinkedChoices> {
  const query = { link };
  return {
    queryKey: ['messages', 'linked', link],
    read: () => callApi('GET /api/messages/linked/choices', { query }),
    save: (body) => callApi('PUT /api/messages/linked/choices', { query, body }),
    saveQuiet: (body) => callApi('PUT /api/messages/linked/quiet', { query, body }),
  };
}
