import { formatLocal } from '../../../domain/values/formats.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OwnSession, OwnTicket } from '../../../domain/calls/tickets.ts';
import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { isActiveTicket } from '../../../domain/sessions/tickets.ts';
import { loginPath } from '../../../domain/access/route-guard.ts';
import { useSession } from '../../app/useSession.ts';
import { momentText } from '../../content/sessions/localTimeText.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Chip } from '../../ui/Chip.tsx';
import layout from '../../ui/layout.module.css';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { canJoin, mustAgree, type Answering } from './questions/useAnswering.ts';
import { MovedNotice } from './MovedNotice.tsx';
import { SeatNotice } from './SeatNotice.tsx';
import { registrationText, visitorText } from './registrationText.ts';
import { SessionLinks } from './SessionLinks.tsx';
import { SessionChip } from '../../content/sessions/SessionChip.tsx';
import { TicketChip } from './TicketChip.tsx';
import { bookedTogether } from './session/sessionTexts.ts';
import { cancelLabel, useTicketActions, type TicketAction } from './session/useTicketActions.ts';

const SecondSeatDialog = lazyComponent(() => import('./SecondSeatDialog.tsx').then((module) => module.default));
const TicketButton = lazyComponent(() => import('./ticket/TicketButton.tsx').then((module) => module.TicketButton));
const AnswerButton = lazyComponent(() => import('./questions/AnswerButton.tsx').then((module) => module.AnswerButton));
const TermsForm = lazyComponent(() => import('./TermsForm.tsx').then((module) => module.TermsForm));

export interface SignupPanelProps {
  session: SessionDetails;
  /** The reader's registration: null for visitors, undefined while it is loaded. */
  own: OwnSession | null | undefined;
  /** What opened a private session. */
  link?: string | null;
  answering: Answering;
}

export function SignupPanel({ session, own, link = null, answering }: SignupPanelProps) {
  const { busy, fault, forget, act, join, accept, cancel, see } = useTicketActions(session, link);
  const [isAsking, setIsAsking] = useState(false);
  const { kioskSession } = useSession();
  const [search] = useSearchParams();
  const ticket = own?.ticket != null && isActiveTicket(own.ticket.status) ? own.ticket : null;
  const signUp = (inAddition = false): void =>
    own?.asks.formVersionId === null ? void join(inAddition) : answering.open(inAddition);
  return (
    <div className={layout.stack3}>
      <Situation session={session} own={own} ticket={ticket} onSeen={(id) => void see(id)} />
      {fault !== null && (
        <Banner narrow tone="error" onDismiss={forget}>
          {fault}
        </Banner>
      )}
      <div className={layout.stack3}>
        {own === null && <LogInLink session={session} link={link} />}
        {own != null && (
          <JoinButton
            session={session}
            own={own}
            link={link}
            answering={answering}
            busy={busy}
            onJoin={() => (own.otherSeats.length > 0 ? setIsAsking(true) : signUp())}
          />
        )}
        {ticket !== null && (
          <CodeBoundary>
            <TicketButton block ticket={ticket} session={session} opens={search.has('ticket')} />
          </CodeBoundary>
        )}
        {ticket?.status === 'offered' && (
          <Button block variant="primary" busy={busy !== null} onClick={() => void accept(ticket.id)}>
            {busy === 'accept' ? 'Accepting' : 'Accept the seat'}
          </Button>
        )}
        {!kioskSession && <SessionLinks session={session} joinUrl={own?.joinUrl ?? null} link={link} />}
        {own?.canCancel === true && (
          <CancelButton session={session} ticket={ticket} busy={busy} onCancel={(held) => void cancel(held)} />
        )}
      </div>
      {own != null && isAsking && (
        <CodeBoundary>
          <SecondSeatDialog
            session={session}
            own={own}
            link={link}
            act={act}
            onBoth={() => signUp(true)}
            onClose={() => setIsAsking(false)}
          />
        </CodeBoundary>
      )}
    </div>
  );
}

interface CancelButtonProps {
  session: SessionDetails;
  ticket: OwnTicket | null;
  busy: TicketAction | null;
  onCancel: (ticket: OwnTicket) => void;
}

function CancelButton({ session, ticket, busy, onCancel }: CancelButtonProps) {
  if (ticket === null) return null;
  return (
    <Button block variant="quiet" busy={busy !== null} onClick={() => onCancel(ticket)}>
      {busy === 'cancel' ? 'Canceling' : cancelLabel(ticket, bookedTogether(session) > 1)}
    </Button>
  );
}

function LogInLink({ session, link }: Pick<SignupPanelProps, 'session'> & { link: string | null }) {
  const { kioskSession } = useSession();
  // A kiosk identifies by the card reader.
  if (kioskSession || (session.state !== 'open' && session.state !== 'waitlist')) return null;
  const search = link === null ? '' : `?${new URLSearchParams({ link })}`;
  return (
    <ButtonLink block variant="primary" icon="log-in" to={loginPath(`/signup/details/${session.id}${search}`)}>
      {session.state === 'open' ? 'Log in to sign up' : 'Log in to join the waitlist'}
    </ButtonLink>
  );
}

interface SituationProps {
  session: SessionDetails;
  own: OwnSession | null | undefined;
  ticket: OwnSession['ticket'];
  onSeen: (ticketId: number) => void;
}

function State({ session, own, ticket }: Omit<SituationProps, 'onSeen'>) {
  // Seats that are left are of no use to the reader.
  const isRefused = ticket === null && own?.outcome?.kind === 'refused' && ['open', 'waitlist'].includes(session.state);
  return (
    <p className={layout.toolbar2}>
      {isRefused && <Chip icon="lock">Not open to you</Chip>}
      {!isRefused && (ticket === null || session.state === 'cancelled') && <SessionChip session={session} />}
      {ticket !== null && <TicketChip status={ticket.status} position={ticket.position} />}
    </p>
  );
}

function Situation({ session, own, ticket, onSeen }: SituationProps) {
  return (
    <>
      <State session={session} own={own} ticket={ticket} />
      {own === undefined ? <Loading label="Loading your registration" lines={3} /> : null}
      {own !== undefined && <p>{own === null ? visitorText(session) : registrationText(session, own, ticket)}</p>}
      {ticket === null && own?.outcome?.kind === 'refused' && own.missing.length > 0 && (
        <a href="#needed">How to get it</a>
      )}
      {ticket !== null && <MovedNotice ticket={ticket} onSeen={() => onSeen(ticket.id)} />}
      {own != null && (
        <>
          <SeatNotice
            kind={(ticket?.status ?? own.outcome?.kind) === 'waitlisted' ? 'waitingCondition' : 'condition'}
            seats={own.dependsOn}
          />
          <SeatNotice kind={ticket === null ? 'other' : 'givenUp'} seats={own.otherSeats} />
        </>
      )}
      {own?.conflicts.map(({ id, title, start, end }) => (
        <Banner key={id} narrow tone="warning" title="At the same time" role="none">
          You are signed up for {title}, {formatLocal(start, 'day')} – {momentText(end, start.slice(0, 10))}.
        </Banner>
      ))}
    </>
  );
}

interface JoinButtonProps {
  session: SessionDetails;
  own: OwnSession;
  link: string | null;
  answering: Answering;
  busy: ReturnType<typeof useTicketActions>['busy'];
  onJoin: () => void;
}

/** The terms come first, then the sign-up, with its questions. */
function JoinButton({ session, own, link, answering, busy, onJoin }: JoinButtonProps) {
  const lacksTerms = mustAgree(session, own);
  return (
    <>
      {lacksTerms && (
        <CodeBoundary fallback={<Loading label="Loading the terms" lines={5} />}>
          <TermsForm session={session} own={own} link={link} />
        </CodeBoundary>
      )}
      {canJoin(own) && !lacksTerms && !answering.isOpen && (
        <Button block variant="primary" busy={busy !== null} onClick={onJoin}>
          {busy === 'signUp' ? 'Signing up' : joinLabel(own, bookedTogether(session))}
        </Button>
      )}
      {!(lacksTerms && canJoin(own)) && (
        <CodeBoundary>
          <AnswerButton own={own} answering={answering} />
        </CodeBoundary>
      )}
    </>
  );
}

function joinLabel({ outcome, conflicts }: OwnSession, together: number): string {
  if (outcome?.kind === 'waitlisted') return 'Join the waitlist';
  if (conflicts.length > 0) return 'Sign up anyway';
  return together > 1 ? `Sign up for all ${together} sessions` : 'Sign up';
}
