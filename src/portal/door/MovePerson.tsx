import { formatDay } from '../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { DoorSession, DoorTicket } from '../../../domain/calls/door.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { showUndoable } from '../../ui/showUndoable.ts';
import { timesText } from '../../content/sessions/listTexts.ts';
import styles from './Door.module.css';
import { moveTicket, refreshDoor, useDoorEvent } from './marks/doorQueries.ts';
import { movePerson } from './marks/movePerson.ts';

export interface MovePersonProps {
  ticket: DoorTicket;
  session: DoorSession;
  onClose: () => void;
}

export function MovePerson({ ticket: { id, name }, session, onClose }: MovePersonProps) {
  const client = useQueryClient();
  const { site } = useModel();
  const { data, error } = useDoorEvent(session.eventId);
  const others = data?.sessions.filter((one) => one.id !== session.id && isOpen(one));
  const { run, isRunning, refusal } = useCommand(async (to: DoorSession) => {
    const moved = await movePerson({ ticketId: id, name, toInstanceId: to.id });
    if (moved === null) return;
    await refreshDoor(client, session.id);
    showUndoable(`${name} is moved to ${formatDay(to.start, 'full')}, ${timesText(to, site.timezone)}`, async () => {
      await moveTicket(moved, session.id);
      await refreshDoor(client, session.id);
    });
    onClose();
  });
  const fault = refusal ?? error;
  return (
    <Dialog title={`Move ${name}`} width={560} onClose={onClose} closeButton>
      <div className={styles.add}>
        {fault !== null && <Banner tone="error">{fault.message}</Banner>}
        {others === undefined && error === null && (
          <Loading label="Loading the other sessions" lines={3} lineHeight={56} />
        )}
        {others?.length === 0 && (
          <EmptyState icon="calendar" title="No other session">
            No other session of this event is open.
          </EmptyState>
        )}
        <ul>
          {others?.map((one) => (
            <li key={one.id} className={styles.person}>
              <span className={styles.who}>
                <span className={styles.name}>
                  {formatDay(one.start, 'full')}, {timesText(one, site.timezone)}
                </span>
                <span className={styles.facts}>
                  {[one.place, `${Math.max(0, one.capacity - one.taken)} of ${one.capacity} seats left`]
                    .filter((part) => part !== '')
                    .join(', ')}
                </span>
              </span>
              <Button
                size="small"
                icon="arrow-right"
                busy={isRunning}
                disabled={one.taken >= one.capacity}
                aria-label={`Move to ${formatDay(one.start, 'full')}, ${timesText(one, site.timezone)}`}
                onClick={() => void run(one)}
              >
                Move
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function isOpen({ phase }: DoorSession): boolean {
  return phase === 'ahead' || phase === 'running';
}
