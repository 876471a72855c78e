import { formatCount } from '../../../domain/values/formats.ts';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { DoorEvent, DoorEvents } from '../../../domain/calls/door.ts';
import { callQuery } from '../../app/callApi.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { momentText } from '../../content/sessions/localTimeText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Door.module.css';
import { useDoorEvent, useLive } from './marks/doorQueries.ts';
import { Sessions } from './Sessions.tsx';
import area from '../../ui/linkArea.module.css';
import { classNames } from '../../ui/classNames.ts';

const ALL = { to: '/scheduling/processevent', label: 'All events' };
const BACK = { to: '/scheduling/process', label: 'Process event' };

/** /scheduling/processevent and /scheduling/processevent/:id: an event, then its sessions. */
export function Screen() {
  const { id } = useParams();
  return id === undefined ? <Events /> : <OneEvent key={id} id={Number(id)} />;
}

function Events() {
  const answer = useLive(callQuery('GET /api/events/door/events'));
  const [text, setText] = useState('');
  return (
    <Page title="Process an event" back={BACK} lead="Choose an event to see its sessions.">
      <QueryView query={answer} what="the events" lines={6} lineHeight={72}>
        {({ events }) => (
          <>
            <div className={styles.search}>
              <TextField
                type="search"
                label="Find an event"
                autoComplete="off"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            </div>
            <EventList events={events} text={text} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function EventList({ events, text }: { events: DoorEvents['events']; text: string }) {
  const found = events.filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()));
  if (found.length === 0)
    return (
      <EmptyState icon="calendar-check" title={events.length === 0 ? 'No events with sessions' : 'No event found'}>
        {events.length === 0 ? 'Events with a session around today appear here.' : 'Try a shorter search.'}
      </EmptyState>
    );
  return (
    <ul className={styles.tickets}>
      {found.map(({ id, title, today, next }) => (
        <li key={id} className={classNames(styles.session, area.area)}>
          <div className={styles.who}>
            <h2 className={classNames(styles.title, area.title)}>
              <Link to={`/scheduling/processevent/${id}`}>{title}</Link>
            </h2>
            <span className={styles.facts}>
              {next === null ? 'No upcoming session' : `Next ${momentText(next, null)}`}
            </span>
          </div>
          {today > 0 && <span>{formatCount(today, 'session today', 'sessions today')}</span>}
        </li>
      ))}
    </ul>
  );
}

function OneEvent({ id }: { id: number }) {
  const answer = useDoorEvent(id);
  const { shown } = useLastAnswer(answer);
  usePageLook(shown === undefined ? null : { record: shown.title });
  return (
    <Page title={shown?.title ?? (answer.error === null ? '' : 'Process an event')} back={ALL}>
      <QueryView query={answer} what="the sessions" lines={6} lineHeight={72}>
        {(event) => <Parts event={event} />}
      </QueryView>
    </Page>
  );
}

function Parts({ event: { sessions } }: { event: DoorEvent }) {
  const parts = [
    { heading: 'Today', part: sessions.filter(({ day }) => day === 'today') },
    { heading: 'Upcoming', part: sessions.filter(({ day }) => day === 'future') },
    { heading: 'Recent', part: sessions.filter(({ day }) => day === 'past').toReversed() },
  ].filter(({ part }) => part.length > 0);
  if (parts.length === 0)
    return (
      <EmptyState icon="calendar-check" title="No sessions">
        This event has no session around today.
      </EmptyState>
    );
  return parts.map(({ heading, part }) => (
    <section key={heading} aria-label={heading}>
      <h2 className={styles.heading}>{heading}</h2>
      <Sessions sessions={part} hasDay={heading !== 'Today'} />
    </section>
  ));
}
