import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { GivenAnswers } from '../../../../domain/calls/sign-up.ts';
import type { OwnTicket } from '../../../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../../../domain/calls/sessions.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { refreshSessions, signUp } from '../session/sessionRequests.ts';
import { joinedText } from '../session/useTicketActions.ts';
import { forgetAnswersDraft } from './answersDraft.ts';
import type { Answering } from './useAnswering.ts';

interface SendOptions {
  session: SessionDetails;
  /** The active one; null: sending signs up. */
  ticket: OwnTicket | null;
  answering: Answering;
}

/** Sends answers. Refused ones stay as they were entered. */
export function useSendAnswers({ session, ticket, answering: { userName, link, close, inAddition } }: SendOptions) {
  const client = useQueryClient();
  const { run, isRunning, refusal } = useCommand(
    async (given: GivenAnswers) => {
      const after =
        ticket === null
          ? await signUp(session, link, inAddition ? { ...given, inAddition } : given)
          : await callApi('PUT /api/events/tickets/:id/answers', { params: { id: ticket.id }, body: given });
      forgetAnswersDraft(userName, session.id);
      close();
      await refreshSessions(client);
      const undo = () =>
        callApi('POST /api/events/tickets/:id/cancel', { params: { id: after.id }, body: null }).then(() =>
          refreshSessions(client),
        );
      if (ticket === null) showUndoable(joinedText(after, session.title), undo);
      else showToast('Your answers are saved');
    },
    ({ status, message, problem }) => {
      // Signed up for another session of the event meanwhile: the panel offers what to do. The draft stays.
      if (problem.code === 'events.other-seat') {
        close();
        showToast(message, { tone: 'warning' });
      }
      // The questions or the free seats have changed.
      if (status === 409 || status === 404) void refreshSessions(client);
    },
  );
  const invalid = refusal?.status === 422 ? refusal.problem.errors : undefined;
  const { wishes, errors } = useMemo(() => {
    if (invalid === undefined) return {};
    const { wishes, ...errors } = invalid;
    return { wishes, errors };
  }, [invalid]);
  return {
    isSending: isRunning,
    errors,
    wishesError: typeof wishes === 'string' ? wishes : null,
    fault: invalid === undefined ? (refusal?.message ?? null) : null,
    send: run,
  };
}
