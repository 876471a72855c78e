import type { OwnTicket } from '../../../domain/calls/tickets.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './MovedNotice.module.css';

/** Says where and when the session was to be, until its holder has seen that. */
export function MovedNotice({ ticket, onSeen }: { ticket: OwnTicket; onSeen: () => void }) {
  if (ticket.movedFrom === undefined || ticket.status === 'cancelled') return null;
  return (
    <Banner narrow tone="warning" title="This session has been moved" onDismiss={onSeen}>
      <span className={styles.before}>It was to be: {ticket.movedFrom}</span>
    </Banner>
  );
}
