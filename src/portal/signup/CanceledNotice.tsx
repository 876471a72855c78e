import type { SessionDetails } from '../../../domain/calls/sessions.ts';
import { NO_FILTER } from '../../../domain/sessions/session-filter.ts';
import { NextSessions } from '../../content/sessions/NextSessions.tsx';
import { sessionsQuery } from '../../content/sessions/sessionsQuery.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import styles from './Details.module.css';

const MOST = 3;

/** That the session does not take place, and when its event does. */
export function CanceledNotice({ session: { eventId } }: { session: SessionDetails }) {
  return (
    <div className={styles.canceled}>
      <Banner tone="error" title="This session is canceled">
        It will not take place.
      </Banner>
      <Card title="Next dates">
        <NextSessions query={sessionsQuery({ ...NO_FILTER, eventId }, { limit: MOST })} isTitled={false} />
      </Card>
    </div>
  );
}
