import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { GivenAnswers } from '../../../../domain/question-calls.ts';
import type { OwnTicket, SessionDetails } from '../../../../domain/ticket-calls.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { changeTicket, refreshSessions, signUp } from '../signupCalls.ts';
import { joinedWords } from '../useTicketActions.ts';
import { forgetAnswersDraft } from './answersDraft.ts';
import { answerTicket } from './questionCalls.ts';
import type { Answering } from './useAnswering.ts';

interface SendOptions {
  session: SessionDetails;
  /** The active one; null: sending signs up. */
  ticket: OwnTicket | null;
  answering: Answering;
}

/** Sends answers once, however often the button is pressed. Whatever is refused stays as it is entered. */
export function useSendAnswers({ session, ticket, answering: { userName, link, close, inAddition } }: SendOptions) {
  const client = useQueryClient();
  const under = useRef(false);
  const [isSending, setIsSending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, unknown>> | undefined>(undefined);
  const [wishesError, setWishesError] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  const done = async (after: OwnTicket): Promise<void> => {
    forgetAnswersDraft(userName, session.id);
    close();
    await refreshSessions(client);
    if (ticket !== null) {
      showToast('Your answers are saved');
      return;
    }
    const undo = () => changeTicket(after.id, 'cancel').then(() => refreshSessions(client));
    showUndoable(joinedWords(after, session.title), undo);
  };

  const refuse = async ({ status, message, problem }: ApiError): Promise<void> => {
    const { wishes, ...others } = problem.errors ?? {};
    if (status === 422 && problem.errors) {
      setWishesError(typeof wishes === 'string' ? wishes : null);
      return setErrors(others);
    }
    // Signed up for another session of the event meanwhile: the panel asks what to do. What is entered is kept.
    if (problem.code === 'events.other-seat') {
      close();
      showToast(message, { tone: 'warning' });
    } else setFault(message);
    // Something has changed: what is asked, or whether there is a seat.
    if (status === 409 || status === 404) await refreshSessions(client);
  };

  const send = async (given: GivenAnswers): Promise<void> => {
    if (under.current) return;
    under.current = true;
    setIsSending(true);
    setFault(null);
    setWishesError(null);
    try {
      await done(
        ticket === null
          ? await signUp(session, link, inAddition ? { ...given, inAddition } : given)
          : await answerTicket(ticket.id, given),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await refuse(error);
    } finally {
      under.current = false;
      setIsSending(false);
    }
  };

  return { isSending, errors, wishesError, fault, send };
}
