import { formatCount } from '../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClassGrid } from '../../../domain/calls/classes.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { refreshClass } from './refreshClass.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { CountAsDone } from './CountAsDone.tsx';
import { selectedCells, type Selecting } from './useSelection.ts';
import { writePath } from './writePath.ts';
import styles from './ByClass.module.css';

const ScheduleDialog = lazyComponent(() => import('./ScheduleDialog.tsx').then((module) => module.ScheduleDialog));

export function SelectionBar({ grid, selecting: { selection, clear } }: { grid: ClassGrid; selecting: Selecting }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'done' | 'schedule' | null>(null);
  const cells = selectedCells(grid, selection);
  const open = cells.filter(({ cell }) => cell.state !== 'done');
  const exempted = cells.flatMap(({ cell }) => cell.exemption?.id ?? []);
  const people = [...new Set(cells.map(({ person }) => person))];
  const reached = people.filter(({ userId }) => userId !== null);
  const finish = (): void => {
    setDialog(null);
    clear();
  };
  const takeBack = useCommand(
    async () => {
      const { changes } = await callApi('DELETE /api/:resource', {
        params: { resource: 'classExemptions' },
        query: { filter: JSON.stringify({ id: exempted }) },
      });
      await refreshClass(client, grid.id);
      clear();
      showUndoable(`${formatCount(changes.length, 'requirement', 'requirements')} marked as not done`, async () => {
        await undoChanges(changes);
        await refreshClass(client, grid.id);
      });
    },
    ({ message }) => showToast(message, { tone: 'error' }),
  );
  if (cells.length === 0)
    return (
      <p className={styles.note}>
        Select cells, students or columns to mark them as done, write to them or schedule a session.
      </p>
    );
  return (
    <div className={styles.bar} role="region" aria-label="Selection">
      <span role="status" className={styles.selected}>
        {formatCount(cells.length, 'cell', 'cells')} of {formatCount(people.length, 'person', 'people')} selected
      </span>
      <Button size="small" variant="quiet" onClick={clear}>
        Clear selection
      </Button>
      {grid.can.mark && open.length > 0 && (
        <Button size="small" icon="badge-check" onClick={() => setDialog('done')}>
          Mark as done
        </Button>
      )}
      {grid.can.mark && exempted.length > 0 && (
        <Button size="small" icon="undo-2" busy={takeBack.isRunning} onClick={() => void takeBack.run()}>
          Mark as not done
        </Button>
      )}
      {grid.can.write && reached.length > 0 && (
        <ButtonLink size="small" icon="megaphone" to={writePath({ id: reached.map(({ id }) => id) })}>
          Write to {formatCount(reached.length, 'person', 'people')}
        </ButtonLink>
      )}
      {grid.can.schedule && open.length > 0 && (
        <Button size="small" icon="calendar-plus" onClick={() => setDialog('schedule')}>
          Schedule a session for them
        </Button>
      )}
      {dialog === 'done' && <CountAsDone grid={grid} cells={open} onDone={finish} onClose={() => setDialog(null)} />}
      {dialog === 'schedule' && (
        <CodeBoundary>
          <ScheduleDialog grid={grid} cells={open} onDone={finish} onClose={() => setDialog(null)} />
        </CodeBoundary>
      )}
    </div>
  );
}
