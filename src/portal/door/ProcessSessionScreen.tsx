import { formatDay, formatInstant } from '../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { DoorList, DoorTicket } from '../../../domain/calls/door.ts';
import { send } from '../../app/api.ts';
import { callPath, type AnswerTo } from '../../app/callApi.ts';
import { usePageLook } from '../../app/theme/pageLook.ts';
import { useModel } from '../../app/useModel.ts';
import { useSession } from '../../app/useSession.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { timesText } from '../../content/sessions/listTexts.ts';
import { AddPerson } from './AddPerson.tsx';
import { AcceptTerms } from './AcceptTerms.tsx';
import styles from './Door.module.css';
import { useDoorTerms } from './doorQueries.ts';
import { PHASES } from './doorTexts.ts';
import { useStoredDoorList } from './stored/useStoredDoorList.ts';
import { LinkCard } from './LinkCard.tsx';
import { MovePerson } from './MovePerson.tsx';
import { PendingMarks } from './PendingMarks.tsx';
import { CAMERA_QUERY, cameraIsAllowed, reloadForCamera } from './scan/cameraPage.ts';
import { ScanPanel } from './scan/ScanPanel.tsx';
import { useScans } from './scan/useScans.ts';
import { SelfCheckInScreen } from './self/lazySelf.ts';
import { useHandOver } from './self/useHandOver.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { SignupAnswerCounts } from './SignupAnswers.tsx';
import { TicketList } from './TicketList.tsx';
import { useDoorKeys } from './useDoorKeys.ts';
import { useDoorMarks, withPending } from './useDoorMarks.ts';

const BACK = { to: '/scheduling/process', label: 'Process event' };

/** /scheduling/processinstance/:id: who comes to a session. */
export function Screen() {
  const { id } = useParams();
  const { kioskSession } = useSession();
  return kioskSession ? <AtKiosk id={Number(id)} /> : <Session key={id} id={Number(id)} />;
}

const SELF = callPath('GET /api/events/self-check-in');

/** Null where this browser is not switched to self check-in. */
async function selfCheckIn(signal: AbortSignal): Promise<AnswerTo<'GET /api/events/self-check-in'> | null> {
  const response = await send(SELF, { signal });
  return response.ok ? ((await response.json()) as AnswerTo<'GET /api/events/self-check-in'>) : null;
}

/** Where staff have handed the screen over, people check in by themselves. */
function AtKiosk({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({ queryKey: [SELF], queryFn: ({ signal }) => selfCheckIn(signal) });
  if (error !== null)
    return (
      <ErrorState title="Self check-in could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (data === undefined) return <Loading label="Loading self check-in" lines={4} />;
  return data === null ? <Session key={id} id={id} /> : <SelfCheckInScreen state={data} />;
}

function Session({ id }: { id: number }) {
  const { list, outdatedSince, error, retry } = useStoredDoorList(id);
  if (list === undefined)
    return (
      <Page title={error === null ? '' : 'Process event'} back={BACK}>
        {error === null ? (
          <Loading label="Loading the people of this session" lines={8} lineHeight={56} />
        ) : (
          <ErrorState title="The session could not be loaded" onRetry={retry}>
            {error.message}
          </ErrorState>
        )}
      </Page>
    );
  return <Door list={list} outdatedSince={outdatedSince} onRetry={retry} />;
}

type OpenDialog =
  { kind: 'add' | 'keys' } | { kind: 'move' | 'terms'; ticket: DoorTicket } | { kind: 'link'; card: string };

interface DoorProps {
  list: DoorList;
  /** Epoch milliseconds; null where the list is current. */
  outdatedSince: number | null;
  onRetry: () => void;
}

function Door({ list, outdatedSince, onRetry }: DoorProps) {
  const { site } = useModel();
  const { session } = list;
  usePageLook({ record: session.title });
  const marks = useDoorMarks(session.id);
  const rows = withPending(list.tickets, marks.queue.pending);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  // Loaded beforehand, for use without a connection.
  useDoorTerms(
    session.id,
    rows.some(({ termsMissing }) => termsMissing),
  );
  const scans = useScans(list, rows, marks, {
    onLink: (card) => setOpen({ kind: 'link', card }),
    onAdd: () => setOpen({ kind: 'add' }),
  });
  const [isCameraOn, switchCamera] = useCamera();
  const { label, ...look } = PHASES[session.phase];
  const expected = rows.filter(({ status, nextStatuses }) => status === 'confirmed' && nextStatuses.includes('noShow'));
  const close = () => setOpen(null);
  const handOver = useHandOver(session.id, marks.queue.pending.length);
  useDoorKeys({
    '/': () => document.querySelector<HTMLElement>('[data-door="search"]')?.focus(),
    s: () => document.querySelector<HTMLElement>('[data-door="scan"]')?.focus(),
    c: () => switchCamera(!isCameraOn),
    a: () => setOpen({ kind: 'add' }),
    '?': () => setOpen({ kind: 'keys' }),
  });

  return (
    <Page
      title={session.title}
      back={BACK}
      aside={<Chip {...look}>{label}</Chip>}
      lead={[`${formatDay(session.start, 'full')}, ${timesText(session, site.timezone)}`, session.place]
        .filter((part) => part !== '')
        .join('. ')}
      actions={
        <DoorActions
          {...{ session, expected }}
          onOpen={(kind) => setOpen({ kind })}
          onNoShows={() => void marks.markNoShows(expected)}
          onHandOver={handOver}
        />
      }
    >
      {outdatedSince !== null && (
        <div className={styles.notice}>
          <OutdatedNotice
            title="Offline: marks by others are not shown"
            since={formatInstant(new Date(outdatedSince).toISOString(), site.timezone)}
            onRetry={onRetry}
          />
        </div>
      )}
      {isBeforeDoors(list) && (
        <div className={styles.notice}>
          <Banner tone="information">Check-in opens one hour before the session.</Banner>
        </div>
      )}
      <PendingMarks marks={marks} />
      <Counts list={list} />
      <SignupAnswerCounts list={list} />
      <ScanPanel scans={scans} isOn={isCameraOn} onSwitch={switchCamera} />
      <TicketList
        session={session}
        tickets={rows}
        marks={marks}
        onMove={(ticket) => setOpen({ kind: 'move', ticket })}
        onAgree={(ticket) => setOpen({ kind: 'terms', ticket })}
        onScan={scans.take}
      />
      {open !== null && <DoorDialogs {...{ list, open, close }} onLinked={scans.again} />}
    </Page>
  );
}

interface DoorActionsProps {
  session: DoorList['session'];
  expected: readonly DoorTicket[];
  onOpen: (kind: 'add' | 'keys') => void;
  onNoShows: () => void;
  onHandOver: () => void;
}

function DoorActions({ session, expected, onOpen, onNoShows, onHandOver }: DoorActionsProps) {
  return (
    <>
      <Button icon="user-plus" onClick={() => onOpen('add')}>
        Add a person
      </Button>
      {expected.length > 0 && session.phase !== 'ahead' && (
        <Button onClick={onNoShows}>Mark the rest as no-show</Button>
      )}
      {(session.phase === 'ahead' || session.phase === 'running') && (
        <Button icon="log-in" onClick={onHandOver}>
          Self check-in
        </Button>
      )}
      <Button variant="quiet" onClick={() => onOpen('keys')}>
        Keyboard shortcuts
      </Button>
    </>
  );
}

interface DoorDialogsProps {
  list: DoorList;
  open: OpenDialog;
  close: () => void;
  onLinked: (card: string) => void;
}

function DoorDialogs({ list, open, close, onLinked }: DoorDialogsProps) {
  const { session } = list;
  switch (open.kind) {
    case 'add':
      return <AddPerson list={list} onClose={close} />;
    case 'keys':
      return <Shortcuts onClose={close} />;
    case 'move':
      return <MovePerson ticket={open.ticket} session={session} onClose={close} />;
    case 'terms':
      return <AcceptTerms ticket={open.ticket} sessionId={session.id} onClose={close} />;
    case 'link':
      return (
        <LinkCard
          card={open.card}
          onClose={close}
          onLinked={() => {
            close();
            onLinked(open.card);
          }}
        />
      );
  }
}

/** Whether the camera is on. A document that may not use it is loaded again with it on. */
function useCamera(): [boolean, (isOn: boolean) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isWanted = query.has(CAMERA_QUERY);
  const [isOn, setIsOn] = useState(isWanted && cameraIsAllowed());
  useEffect(() => {
    if (isWanted) void navigate('.', { replace: true });
  }, [isWanted, navigate]);
  const switchTo = (to: boolean): void => {
    if (to && !cameraIsAllowed()) reloadForCamera();
    else setIsOn(to);
  };
  return [isOn, switchTo];
}

function isBeforeDoors({ session: { phase }, tickets }: DoorList): boolean {
  const expected = tickets.filter(({ status }) => status === 'confirmed');
  return (
    phase === 'ahead' && expected.length > 0 && !expected.some(({ nextStatuses }) => nextStatuses.includes('attended'))
  );
}

function Counts({
  list: {
    session: { counts, taken, capacity },
  },
}: {
  list: DoorList;
}) {
  const facts = [
    ['Attended', counts.attended],
    ['Still expected', counts.expected],
    ['No-show', counts.noShow],
    ['Waiting', counts.waiting],
    ['Seats taken', `${taken} of ${capacity}`],
  ] as const;
  return (
    <dl className={styles.counts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.count}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
