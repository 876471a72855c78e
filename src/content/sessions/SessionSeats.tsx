import { useQuery } from '@tanstack/react-query';
import type { SignupState } from '../../../domain/sessions/signup.ts';
import { callQuery } from '../../app/callApi.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { SessionChip } from './SessionChip.tsx';
import styles from './NextSessions.module.css';

const LINK_TEXTS: Partial<Record<SignupState, string>> = { open: 'Sign up', waitlist: 'Join the waitlist' };

/** The free seats of a session, and the link to its page. */
export function SessionSeats({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { data: session } = useQuery(callQuery('GET /api/events/sessions/:id', { params: { id } }));
  return (
    <p className={styles.seats}>
      <ButtonLink to={`/signup/details/${id}`} icon="ticket" onClick={onLeave}>
        {(session && LINK_TEXTS[session.state]) ?? 'Open the session'}
      </ButtonLink>
      {session !== undefined && <SessionChip session={session} />}
    </p>
  );
}
