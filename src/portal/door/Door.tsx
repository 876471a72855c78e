import { formatDay, formatInstant } from '../../../domain/values/formats.ts';
import { useRef, useState } from 'react';
import type { DoorList, DoorTicket } from '../../../domain/calls/door.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { timesText } from '../../content/sessions/listTexts.ts';
import { AddPerson } from './AddPerson.tsx';
import { AcceptTerms } from './AcceptTerms.tsx';
import { DoorActions } from './DoorActions.tsx';
import { DoorCounts } from './DoorCounts.tsx';
import styles from './Door.module.css';
import { useDoorTerms } from './marks/doorQueries.ts';
import { PHASES, type DoorGroup } from './marks/doorTexts.ts';
import { LinkCard } from './LinkCard.tsx';
import { MovePerson } from './lazyMovePerson.ts';
import { PendingMarks } from './PendingMarks.tsx';
import { useCamera } from '../../ui/camera/useCamera.ts';
import { ScanPanel } from './scan/ScanPanel.tsx';
import { useScans } from './scan/useScans.ts';
import { Shortcuts } from './Shortcuts.tsx';
import { SignInSheet } from './SignInSheet.tsx';
import { SignupAnswerCounts } from './SignupAnswers.tsx';
import { TicketList } from './TicketList.tsx';
import { useDoorKeys } from './useDoorKeys.ts';
import { useDoorMarks, withPending } from './marks/useDoorMarks.ts';
import { useSheet } from './useSheet.ts';

export const BACK = { to: '/scheduling/process', label: 'Process event' };

type OpenDialog =
  | { kind: 'add' | 'keys' }
  | { kind: 'move' | 'terms'; ticket: DoorTicket }
  | { kind: 'link'; card: string };

export interface DoorProps {
  list: DoorList;
  /** Epoch milliseconds; null where the list is current. */
  outdatedSince: number | null;
  answeredAt: number;
  onRetry: () => void;
}

/** Who comes to a session: one field to scan or find people, and their list. */
export function Door({ list, outdatedSince, answeredAt, onRetry }: DoorProps) {
  const { site } = useModel();
  const { session } = list;
  usePageLook({ record: session.title });
  const door = useDoor(list, outdatedSince !== null, answeredAt);
  const { rows, marks, scans, camera, group, setGroup, open, setOpen, text, setText } = door;
  const choosePicture = useRef(() => undefined as void);
  const sheet = useSheet();
  const { label, ...look } = PHASES[session.phase];
  const marksByHand = {
    ...marks,
    mark: (...args: Parameters<typeof marks.mark>) => (scans.clear(), marks.mark(...args)),
  };
  const canAdd = list.adds.length > 0;

  return (
    <Page
      title={session.title}
      back={BACK}
      aside={
        <span className={styles.phase}>
          <Chip {...look}>{label}</Chip>
        </span>
      }
      lead={[`${formatDay(session.start, 'full')}, ${timesText(session, site.timezone)}`, session.place]
        .filter((part) => part !== '')
        .join('. ')}
      actions={
        <DoorActions
          {...{ list, rows, marks, sheet }}
          onOpen={(kind) => setOpen({ kind })}
          onPicture={() => choosePicture.current()}
        />
      }
    >
      <div className={styles.door}>
        {isBeforeDoors(list) && (
          <div className={styles.notice}>
            <Banner tone="information">Check-in opens one hour before the session.</Banner>
          </div>
        )}
        <TicketList
          {...{ session, text, group, tickets: rows, marks: marksByHand }}
          onText={setText}
          onEveryone={() => setGroup(null)}
          onMove={(ticket) => setOpen({ kind: 'move', ticket })}
          onAgree={(ticket) => setOpen({ kind: 'terms', ticket })}
          onScan={scans.take}
          onAdd={canAdd ? () => setOpen({ kind: 'add' }) : undefined}
          camera={camera}
        >
          <ScanPanel scans={scans} isOn={camera.isOn} choosePicture={choosePicture} />
          <DoorCounts {...{ rows, session, group }} onGroup={setGroup} />
          {/* Below the field, which people write into when the connection is lost. */}
          {outdatedSince !== null && <OfflineNotice {...{ outdatedSince, onRetry }} />}
          <PendingMarks marks={marks} />
          <SignupAnswerCounts list={list} />
        </TicketList>
      </div>
      {sheet.isPrinting && <SignInSheet list={list} rows={rows} hasAnswers={sheet.hasAnswers} />}
      {open !== null && (
        <DoorDialogs
          {...{ list, open }}
          name={text.trim()}
          close={() => setOpen(null)}
          onAdded={() => setText('')}
          onLinked={scans.again}
        />
      )}
    </Page>
  );
}

/** The state of a door, with its keys. */
function useDoor(list: DoorList, isOffline: boolean, answeredAt: number) {
  const { session } = list;
  const marks = useDoorMarks(session.id);
  const rows = withPending(list.tickets, marks.queue.pending);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [group, setGroup] = useState<DoorGroup | null>(null);
  const [text, setText] = useState('');
  // Loaded beforehand, for use without a connection.
  useDoorTerms(
    session.id,
    rows.some(({ termsMissing }) => termsMissing),
  );
  const scans = useScans(list, rows, marks, {
    onLink: (card) => setOpen({ kind: 'link', card }),
    onAdd: () => setOpen({ kind: 'add' }),
    isOffline: isOffline || marks.queue.isWaiting,
    answeredAt,
  });
  const [isOn, switchCamera] = useCamera();
  const camera = { isOn, onSwitch: () => switchCamera(!isOn) };
  const focusField = () => document.querySelector<HTMLElement>('[data-door="search"]')?.focus();
  useDoorKeys({
    '/': focusField,
    s: focusField,
    c: camera.onSwitch,
    a: () => setOpen({ kind: 'add' }),
    '?': () => setOpen({ kind: 'keys' }),
  });
  return { marks, rows, open, setOpen, group, setGroup, text, setText, scans, camera };
}

function OfflineNotice({ outdatedSince, onRetry }: { outdatedSince: number; onRetry: () => void }) {
  const { site } = useModel();
  return (
    <div className={styles.notice}>
      <OutdatedNotice
        title="Offline: marks by others are not shown"
        since={formatInstant(new Date(outdatedSince).toISOString(), site.timezone)}
        onRetry={onRetry}
      />
    </div>
  );
}

interface DoorDialogsProps {
  list: DoorList;
  open: OpenDialog;
  close: () => void;
  /** What was typed into the search. */
  name: string;
  onAdded: () => void;
  onLinked: (card: string) => void;
}

function DoorDialogs({ list, open, close, name, onAdded, onLinked }: DoorDialogsProps) {
  const { session } = list;
  switch (open.kind) {
    case 'add':
      return <AddPerson list={list} name={name} onAdded={onAdded} onClose={close} />;
    case 'keys':
      return <Shortcuts onClose={close} />;
    case 'move':
      return (
        <CodeBoundary>
          <MovePerson ticket={open.ticket} session={session} onClose={close} />
        </CodeBoundary>
      );
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

function isBeforeDoors({ session: { phase }, tickets }: DoorList): boolean {
  const expected = tickets.filter(({ status }) => status === 'confirmed');
  return (
    phase === 'ahead' && expected.length > 0 && !expected.some(({ nextStatuses }) => nextStatuses.includes('attended'))
  );
}
