import type { DoorList } from '../../../domain/calls/door.ts';
import { isReachable } from '../../app/menuEntries.ts';
import { useAccess } from '../../app/useAccess.ts';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { hasAnswersOf } from './SignInSheet.tsx';
import { useHandOver } from './useHandOver.ts';
import type { DoorMarks, DoorRow } from './marks/useDoorMarks.ts';
import type { useSheet } from './useSheet.ts';

const ANNOUNCEMENTS = '/admin/announcements';
const TICKETS = '/scheduling/instancestickets';

export interface DoorActionsProps {
  list: DoorList;
  rows: readonly DoorRow[];
  marks: DoorMarks;
  sheet: ReturnType<typeof useSheet>;
  onOpen: (kind: 'add' | 'keys') => void;
  onPicture: () => void;
}

export function DoorActions({ list: { session }, rows, marks, sheet, onOpen, onPicture }: DoorActionsProps) {
  const navigate = useNavigate();
  const reach = useAccess();
  const handOver = useHandOver(session.id, marks.queue.pending.length);
  const expected = rows.filter(({ status, nextStatuses }) => status === 'confirmed' && nextStatuses.includes('noShow'));
  const isOn = session.phase === 'ahead' || session.phase === 'running';
  const items: (MenuItem | false)[] = [
    isOn && { key: 'self', label: 'Self check-in', icon: 'log-in', onSelect: handOver },
    expected.length > 0 &&
      session.phase !== 'ahead' && {
        ...{ key: 'no-show', label: 'Mark the rest as no-show', icon: 'circle-x' },
        onSelect: () => void marks.markNoShows(expected),
      },
    { key: 'picture', label: 'Scan a picture of a code', icon: 'image', onSelect: onPicture },
    isReachable(ANNOUNCEMENTS, reach) && {
      ...{ key: 'write', label: 'Write to the attendees', icon: 'megaphone', divided: true },
      onSelect: () => void navigate(composePath(session.id)),
    },
    isReachable(`${TICKETS}/${session.id}`, reach) && {
      ...{ key: 'tickets', label: 'All tickets', icon: 'ticket' },
      onSelect: () => void navigate(`${TICKETS}/${session.id}`),
    },
    { key: 'print', label: 'Print sign-in sheet', icon: 'printer', divided: true, onSelect: () => sheet.print(true) },
    hasAnswersOf(rows) && {
      ...{ key: 'names', label: 'Print without answers and needs', icon: 'printer' },
      onSelect: () => sheet.print(false),
    },
    { key: 'keys', label: 'Keyboard shortcuts', icon: 'info', divided: true, onSelect: () => onOpen('keys') },
  ];
  return (
    <>
      <Button icon="user-plus" onClick={() => onOpen('add')}>
        Add a person
      </Button>
      <Menu
        label="More"
        align="end"
        items={items.filter((item) => item !== false)}
        trigger={(props) => (
          <Button {...props} icon="ellipsis">
            More
          </Button>
        )}
      />
    </>
  );
}

/** The page on which an announcement to everyone with a seat is written. */
function composePath(instanceId: number): string {
  const filter = { instanceId, status: ['held', 'confirmed', 'offered', 'attended', 'late'] };
  return `${ANNOUNCEMENTS}/create?${new URLSearchParams({ source: 'tickets', filter: JSON.stringify(filter) })}`;
}
