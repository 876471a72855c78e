import { callQuery } from '../../app/callApi.ts';
import { useLive } from './marks/doorQueries.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { ZoneNote } from '../../content/sessions/ZoneNote.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import styles from './Door.module.css';
import { Sessions } from './Sessions.tsx';

/** /scheduling/process: the sessions of today, then the next ones. */
export function Screen() {
  const answer = useLive(callQuery('GET /api/events/door'));
  const { site } = useModel();
  const { kioskSession } = useSession();
  return (
    <Page
      title="Process event"
      lead="Choose a session to check people in."
      actions={
        !kioskSession && (
          <>
            <ButtonLink to="/scheduling/processevent" icon="search">
              By event
            </ButtonLink>
            <ButtonLink to="/scheduling/processbyclass" icon="graduation-cap">
              By class
            </ButtonLink>
          </>
        )
      }
    >
      <QueryView query={answer} what="the sessions" lines={6} lineHeight={72}>
        {({ today, coming }) => (
          <>
            <ZoneNote timezone={site.timezone} />
            <section aria-labelledby="today">
              <h2 id="today" className={styles.heading}>
                Today
              </h2>
              {today.length === 0 ? (
                <EmptyState icon="calendar-check" title="Nothing today">
                  {coming.length === 0 ? 'No session is scheduled.' : 'The next sessions are below.'}
                </EmptyState>
              ) : (
                <Sessions sessions={today} />
              )}
            </section>
            {coming.length > 0 && (
              <section aria-labelledby="coming">
                <h2 id="coming" className={styles.heading}>
                  Upcoming
                </h2>
                <Sessions sessions={coming} hasDay />
              </section>
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}
