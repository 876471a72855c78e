import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { CenterHere, PersonHere } from '../../../../domain/calls/centers.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { formatCount, formatInstant, formatTime } from '../../../../domain/values/formats.ts';
import { startedAction } from '../../../actions/startedAction.ts';
import { useActions } from '../../../actions/useActions.tsx';
import { callQuery } from '../../../app/callApi.ts';
import { usePageLook } from '../../../app/pageLook.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { useResource } from '../../../app/useResources.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ConsoleFrame } from '../../frame/ConsoleFrame.tsx';
import styles from './Here.module.css';

/** So that the list is current when it is needed. In milliseconds. */
const REFRESH = 30_000;

/** /centers/here and /centers/here/:centerId: who is at the centers now, to print in an emergency; the front desk signs people in and out. */
export function Screen() {
  return (
    <ConsoleFrame>
      <HerePage />
    </ConsoleFrame>
  );
}

function HerePage() {
  const centers = useResource('centers');
  const visits = useResource('visits');
  if (centers !== undefined && visits !== undefined) return <PeopleHere centers={centers} visits={visits} />;
  return (
    <Page title="Who is here">
      <ErrorState title="This page is not available">
        You do not have access to visits. Ask an administrator if you need it.
      </ErrorState>
    </Page>
  );
}

function PeopleHere({ centers: resource, visits }: Record<'centers' | 'visits', ClientResource>) {
  const { centerId } = useParams();
  const query = useQuery({ ...callQuery('GET /api/centerVisits/here'), refetchInterval: REFRESH });
  const centers = query.data?.centers.filter(({ id }) => centerId === undefined || id === Number(centerId)) ?? [];
  const refresh = () => void query.refetch();
  const [only] = centerId === undefined ? [] : centers;
  usePageLook(only ? { record: only.name } : null);
  const signIn = useRecordAction(resource, 'signIn', refresh);
  const depart = useRecordAction(visits, 'depart', refresh);
  return (
    <Page title="Who is here" width="reading" actions={<ButtonLink to="/centers/visits">Visits</ButtonLink>}>
      <div className={styles.print}>
        <Button icon="printer" variant="primary" size="large" onClick={() => window.print()}>
          Print evacuation list
        </Button>
      </div>
      <QueryView query={query} what="the list">
        {({ asOf }) =>
          centers.length === 0 ? (
            <EmptyState icon="building-2" title="Center not found">
              The link may be incomplete, or the center is not active.
            </EmptyState>
          ) : (
            centers.map((center) => (
              <CenterList key={center.id} center={center} asOf={asOf} onSignIn={signIn.run} onSignOut={depart.run} />
            ))
          )
        }
      </QueryView>
      {signIn.dialog}
      {depart.dialog}
    </Page>
  );
}

/** A declared action of one record, after its question; `run` is null for people who cannot run it. */
function useRecordAction(resource: ClientResource, actionName: string, onDone: () => void) {
  const { start, dialog } = useActions(resource, { onDone, onUndone: onDone });
  const action = resource.actions.find(({ name }) => name === actionName);
  return { run: action === undefined ? null : (id: number) => start(startedAction(action, [id], [])), dialog };
}

interface CenterListProps {
  center: CenterHere;
  asOf: string;
  onSignIn: ((centerId: number) => void) | null;
  onSignOut: ((visitId: number) => void) | null;
}

function CenterList({ center: { id, name, timezone, people }, asOf, onSignIn, onSignOut }: CenterListProps) {
  return (
    <section aria-labelledby={`center-${id}`} className={styles.center} data-print>
      <div className={styles.head}>
        <div>
          <h2 id={`center-${id}`}>{name}</h2>
          <p className={styles.count}>
            {formatCount(people.length, 'person', 'people')}, {formatInstant(asOf, timezone)}
          </p>
        </div>
        {onSignIn !== null && (
          <Button icon="user-plus" className={styles.action} onClick={() => onSignIn(id)}>
            Sign in a person<span className="visually-hidden"> at {name}</span>
          </Button>
        )}
      </div>
      <ol className={styles.people}>
        {people.map((person) => (
          <Person key={person.visitId} person={person} timezone={timezone} onSignOut={onSignOut} />
        ))}
      </ol>
    </section>
  );
}

interface PersonProps extends Pick<CenterListProps, 'onSignOut'> {
  person: PersonHere;
  timezone: string;
}

function Person({ person: { visitId, name, isVisitor, hostName, arrivedAt }, timezone, onSignOut }: PersonProps) {
  const visitor = hostName === null ? 'Visitor' : `Visitor of ${hostName}`;
  return (
    <li className={styles.person}>
      <span className={styles.box} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
      <span className={styles.facts}>
        {isVisitor && `${visitor}, `}since {formatTime(arrivedAt, timezone)}
      </span>
      {onSignOut !== null && (
        <Button size="small" icon="log-out" className={styles.action} onClick={() => onSignOut(visitId)}>
          Sign out<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </li>
  );
}
