import { useState } from 'react';
import type { OwnTicket } from '../../../../domain/calls/tickets.ts';
import type { PublicSession } from '../../../../domain/calls/sessions.ts';
import { Button, type ButtonProps } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { hasCode } from './ticketCodes.ts';

const TicketDialog = lazyComponent(() => import('./TicketDialog.tsx').then((module) => module.default));

export interface TicketButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'block'> {
  ticket: OwnTicket;
  session: PublicSession;
  /** Shows it at first. */
  opens?: boolean;
}

/** Shows the ticket of a seat, or leads to its payment; nothing without either. */
export function TicketButton({ ticket, session, opens = false, ...look }: TicketButtonProps) {
  const [isOpen, setOpen] = useState(opens);
  if (ticket.status === 'held' && (ticket.priceCents ?? 0) > 0)
    return (
      <ButtonLink {...look} variant="primary" icon="credit-card" to={`/payment/ticket/${ticket.id}`}>
        Pay
        <span className="visually-hidden">: {session.title}</span>
      </ButtonLink>
    );
  if (!hasCode({ ticket, session })) return null;
  return (
    <>
      <Button variant="primary" {...look} icon="qr-code" onClick={() => setOpen(true)}>
        Show ticket
        <span className="visually-hidden">: {session.title}</span>
      </Button>
      {isOpen && (
        <CodeBoundary>
          <TicketDialog ticketId={ticket.id} session={session} onClose={() => setOpen(false)} />
        </CodeBoundary>
      )}
    </>
  );
}
