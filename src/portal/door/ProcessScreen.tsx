import { callQuery } from '../../app/callApi.ts';
import { useLive } from './doorCalls.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { ZoneNote } from '../../content/ZoneNote.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import styles from './Door.module.css';
import { Sessions } from './Sessions.tsx';

/** /scheduling/process: the sessions of today, then the next ones. */
export function Screen() {
  const answer = useLive(callQuery('GET /api/events/door'));
  const { site } = useModel();
  const { kioskSession } = useSession();
  const { shown, isOutdated } = useLastAnswer(answer);
  const retry = () => void answer.refetch();
  return (
    <Page
      title="Process event"
      lead="Choose a session to mark who comes to it."
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
      {isOutdated && <OutdatedNotice title="The counts may not be current" onRetry={retry} />}
      {answer.error !== null && shown === undefined && (
        <ErrorState title="The sessions could not be loaded" onRetry={retry}>
          {answer.error.message}
        </ErrorState>
      )}
      {answer.error === null && shown === undefined && (
        <Loading label="Loading the sessions" lines={6} lineHeight={72} />
      )}
      {shown !== undefined && (
        <>
          <ZoneNote timezone={site.timezone} />
          <section aria-labelledby="today">
            <h2 id="today" className={styles.heading}>
              Today
            </h2>
            {shown.today.length === 0 ? (
              <EmptyState icon="calendar-check" title="Nothing today">
                {shown.coming.length === 0 ? 'No session is scheduled.' : 'The next sessions are below.'}
              </EmptyState>
            ) : (
              <Sessions sessions={shown.today} />
            )}
          </section>
          {shown.coming.length > 0 && (
            <section aria-labelledby="coming">
              <h2 id="coming" className={styles.heading}>
                Coming
              </h2>
              <Sessions sessions={shown.coming} hasDay />
            </section>
          )}
        </>
      )}
    </Page>
  );
}
