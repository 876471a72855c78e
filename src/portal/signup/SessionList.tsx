import { formatDay } from '../../../domain/values/formats.ts';
import { Link } from 'react-router-dom';
import type { PublicSession } from '../../../domain/calls/sessions.ts';
import { useStore } from '../../app/createStore.ts';
import { kioskStore } from '../../app/kioskStore.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { ZoneNote } from '../../content/sessions/ZoneNote.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { SessionChip } from '../../content/sessions/SessionChip.tsx';
import { dayHeading, timesText } from '../../content/sessions/listTexts.ts';
import { audienceText, needTexts, priceText } from './session/conditionTexts.ts';
import styles from './SessionList.module.css';
import area from '../../ui/linkArea.module.css';
import { classNames } from '../../ui/classNames.ts';

/** Visitors need none of its code. Without it the list says what it says to them. */
const OwnTicketChip = lazyComponent(
  async () => (await import('./OwnTicketChip.tsx')).OwnTicketChip,
  () => null,
);

const KioskSession = lazyComponent(() => import('./KioskSession.tsx').then((module) => module.KioskSession));

/** Sessions in their order, by the day on which they begin. */
export function SessionList({ sessions, today }: { sessions: readonly PublicSession[]; today: string }) {
  const { site } = useModel();
  const dates = [...new Set(sessions.map(({ start }) => start.slice(0, 10)))];
  return (
    <>
      <ZoneNote timezone={site.timezone} />
      <div className={styles.days}>
        {dates.map((date) => (
          <section key={date} aria-labelledby={`day-${date}`}>
            <h2 id={`day-${date}`} className={styles.day}>
              {dayHeading(date, today)}
            </h2>
            <ul className={styles.sessions}>
              {sessions
                .filter(({ start }) => start.startsWith(date))
                .map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function SessionRow({ session }: { session: PublicSession }) {
  const { site } = useModel();
  const { isLoggedIn, kioskSession } = useSession();
  const isKiosk = useStore(kioskStore)?.kind === 'kiosk';
  const { id, title, summary, place, isOnline, dates, category, waiting, feeCents, hasPrerequisites, audience } =
    session;
  return (
    <li className={classNames(styles.session, area.area)}>
      <div className={styles.times}>
        <p>{timesText(dates[0] ?? session, site.timezone)}</p>
        {dates.length > 1 && (
          <p className={styles.dates}>
            {dates.length} dates, until {formatDay((dates.at(-1) ?? session).start, 'named')}
          </p>
        )}
      </div>
      <div className={styles.what}>
        <h3 className={classNames(styles.title, area.title)}>
          {isKiosk ? (
            <CodeBoundary fallback={title}>
              <KioskSession session={session} />
            </CodeBoundary>
          ) : (
            <Link to={`/signup/details/${id}`}>{title}</Link>
          )}
        </h3>
        {summary !== '' && <p className={styles.summary}>{summary}</p>}
        <p className={styles.facts}>
          {(place !== '' || isOnline) && <span>{place === '' ? 'Online' : place}</span>}
          {category !== null && (
            <span className={styles.category}>
              <span aria-hidden className={styles.dot} style={{ background: category.color ?? undefined }} />
              {category.name}
            </span>
          )}
          <span>{feeCents === 0 ? 'Free' : `Fee: ${priceText(feeCents)}`}</span>
          {needTexts(session).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      </div>
      <div className={styles.state}>
        {isLoggedIn && !kioskSession && (
          <CodeBoundary>
            <OwnTicketChip sessionId={id} />
          </CodeBoundary>
        )}
        <SessionChip session={session} />
        {waiting > 0 && <span className={styles.waiting}>{waiting} waiting</span>}
        {hasPrerequisites && <Chip icon="lock">Prerequisites</Chip>}
        {audience !== undefined && <Chip icon="users">{audienceText(audience)}</Chip>}
      </div>
    </li>
  );
}
