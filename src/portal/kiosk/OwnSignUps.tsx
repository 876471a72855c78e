import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../domain/values/formats.ts';
import type { OwnTickets } from '../../../domain/calls/tickets.ts';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useModel } from '../../app/useModel.ts';
import { timesText } from '../../content/sessions/listTexts.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cancelLabel, useTicketActions } from '../signup/session/useTicketActions.ts';
import { TicketChip } from '../signup/TicketChip.tsx';
import styles from './Kiosk.module.css';

const REFRESH = 30_000;

/** Nothing of it is stored in this browser, unlike in that of the person. */
export function OwnSignUps() {
  const list = useQuery({
    ...callQuery('GET /api/events/tickets', { query: { when: 'upcoming', page: 1 } }),
    refetchInterval: REFRESH,
  });
  return (
    <Card title="Your sign-ups">
      <QueryView query={list} what="your sign-ups" lines={3} lineHeight={72}>
        {({ tickets }) =>
          tickets.length === 0 ? (
            <p>You have no upcoming events.</p>
          ) : (
            <ul className={styles.rows}>
              {tickets.map((one) => (
                <SignUpRow key={one.ticket.id} of={one} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}

function SignUpRow({ of: { ticket, session, canCancel } }: { of: OwnTickets['tickets'][number] }) {
  const { site } = useModel();
  const { busy, fault, forget, accept, cancel } = useTicketActions(session);
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.title}>{session.title}</p>
        <p>
          {formatDay(session.start, 'full')}, {timesText(session, site.timezone)}
        </p>
        {session.place !== '' && <p>{session.place}</p>}
        {fault !== null && (
          <Banner narrow tone="error" onDismiss={forget}>
            {fault}
          </Banner>
        )}
      </div>
      <div className={styles.buttons}>
        <TicketChip status={ticket.status} position={ticket.position} />
        {ticket.status === 'offered' && (
          <Button variant="primary" busy={busy !== null} onClick={() => void accept(ticket.id)}>
            Accept the seat
          </Button>
        )}
        {canCancel && (
          <Button busy={busy !== null} onClick={() => void cancel(ticket)}>
            {cancelLabel(ticket, session.series?.isBookedAsWhole === true)}
            <span className="visually-hidden">: {session.title}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
