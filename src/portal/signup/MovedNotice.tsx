import type { OwnTicket } from '../../../domain/calls/tickets.ts';
import { Banner } from '../../ui/Banner.tsx';
import styles from './MovedNotice.module.css';

export function MovedNotice({ ticket, onSeen }: { ticket: OwnTicket; onSeen: () => void }) {
  if (ticket.movedFrom === undefined || ticket.status === 'cancelled') return null;
  return (
    <Banner narrow tone="warning" title="This session has been moved" onDismiss={onSeen}>
      <span className={styles.before}>Before: {ticket.movedFrom}</span>
    </Banner>
  );
}
