import { useQuery } from '@tanstack/react-query';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ZoneNote } from './ZoneNote.tsx';
import { dayHeading, timesText } from './listTexts.ts';
import { SessionChip } from './SessionChip.tsx';
import type { sessionsQuery } from './sessionsQuery.ts';
import styles from './NextSessions.module.css';

/** So that a display running all day moves on. In milliseconds. */
const REFRESH = 5 * 60_000;

/** `isTitled`: shows the title of each session, where they belong to several events. */
export function NextSessions({ query, isTitled }: { query: ReturnType<typeof sessionsQuery>; isTitled: boolean }) {
  const { site } = useModel();
  const { data, isError, refetch } = useQuery({ ...query, refetchInterval: REFRESH });
  if (isError)
    return (
      <div className={styles.note} role="alert">
        <p>The sessions could not be loaded.</p>
        <Button size="small" icon="refresh-cw" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton height={3 * 84} />;
  if (data.sessions.length === 0) return <p className={styles.note}>No sessions are scheduled yet.</p>;
  return (
    <>
      <ZoneNote timezone={site.timezone} />
      <ul>
        {data.sessions.map((session) => (
          <SessionLink key={session.id} session={session} today={data.today} isTitled={isTitled} />
        ))}
      </ul>
    </>
  );
}

interface SessionLinkProps {
  session: PublicSession;
  today: string;
  isTitled: boolean;
}

function SessionLink({ session, today, isTitled }: SessionLinkProps) {
  const { site } = useModel();
  const { id, title, start, dates, place, isOnline } = session;
  const facts = [
    timesText(dates[0] ?? session, site.timezone),
    ...(dates.length > 1 ? [`${dates.length} dates`] : []),
    place === '' && isOnline ? 'Online' : place,
  ];
  const day = dayHeading(start.slice(0, 10), today);
  return (
    <li>
      <SiteLink to={`/signup/details/${id}`} className={styles.session}>
        <span className={styles.what}>
          <span className={styles.title}>{isTitled ? title : day}</span>{' '}
          <span className={styles.facts}>
            {[...(isTitled ? [day] : []), ...facts].filter((text) => text !== '').join(', ')}
          </span>
        </span>{' '}
        <SessionChip session={session} />
      </SiteLink>
    </li>
  );
}
