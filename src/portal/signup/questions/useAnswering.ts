import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { OwnSession } from '../../../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../../../domain/calls/sessions.ts';
import { isActiveTicket } from '../../../../domain/sessions/tickets.ts';
import { useSession } from '../../../app/useSession.ts';
import { readAnswersDraft } from './answersDraft.ts';

/** The part of an address that opens the questions. */
export const QUESTIONS = '#questions';

export interface Answering {
  isOpen: boolean;
  /** `inAddition`: for a ticket beside those in other sessions of the event. */
  open: (inAddition?: boolean) => void;
  inAddition: boolean;
  close: () => void;
  userName: string;
  link: string | null;
}

export interface AnsweringProps {
  session: SessionDetails;
  own: OwnSession;
  answering: Answering;
}

/** Whether the questions are open: by a button, a link, or answers begun in this browser. Terms are confirmed first. */
export function useAnswering(
  session: Pick<SessionDetails, 'id' | 'terms'>,
  own: OwnSession | null | undefined,
  link: string | null,
): Answering {
  const { hash } = useLocation();
  const { userName } = useSession();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const [inAddition, setInAddition] = useState(false);
  const name = userName ?? '';
  const isPossible = own != null && (canJoin(own) ? !mustAgree(session, own) : own.asks.canAnswer) && hasQuestions(own);
  return {
    // A second ticket is asked for first.
    isOpen:
      isPossible &&
      (wanted ?? (own.otherSeats.length === 0 && (hash === QUESTIONS || readAnswersDraft(name, session.id) !== null))),
    open: (added = false) => {
      setWanted(true);
      setInAddition(added);
    },
    inAddition,
    close: () => setWanted(false),
    userName: name,
    link,
  };
}

/** Whether the terms of the event have to be confirmed before signing up, or by who was signed up by staff. */
export function mustAgree({ terms }: Pick<SessionDetails, 'terms'>, own: OwnSession): boolean {
  return terms !== undefined && own.agreedAt == null && (canJoin(own) || own.canCancel);
}

export function hasQuestions({ asks }: Pick<OwnSession, 'asks'>): boolean {
  return asks.formVersionId !== null || asks.wishes;
}

/** They have no ticket, and could get one. */
export function canJoin({ ticket, outcome }: OwnSession): boolean {
  return (ticket === null || !isActiveTicket(ticket.status)) && outcome !== null && outcome.kind !== 'refused';
}
