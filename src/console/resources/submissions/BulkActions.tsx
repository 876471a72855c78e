import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AllowedTransition } from '../../../../domain/requests/workflow.ts';
import type { Person } from '../../../../domain/calls/requests.ts';
import { STATUS_LABELS, STATUSES } from '../../../../domain/requests/workflow.ts';
import { useResource } from '../../../app/useResources.ts';
import { useSession } from '../../../app/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import type { MenuItem } from '../../../ui/Menu.tsx';
import { showToast } from '../../../ui/toasts.ts';
import bar from '../../list/BulkBar.module.css';
import type { Selection } from '../../list/listSlots.ts';
import { formatCount } from '../../values/formats.ts';
import { RecipientsLink } from '../../list/RecipientsLink.tsx';
import { StatusDialog, needsDialog } from '../../../requests/StatusDialog.tsx';
import { assign, changeStatuses, listStaff, transitionsOf } from '../../../requests/requestCalls.ts';
import { startOfInputs } from '../../../requests/statusInput.ts';
import type { StatusInput } from '../../../requests/statusInput.ts';

/** Number of the likeliest transitions shown as buttons; the others are in a menu. */
const BUTTONS = 2;

/** Bulk actions on the selected requests: assign them, or change their status. */
export function BulkActions({ rows, clear }: Selection) {
  const resource = useResource('submissions');
  const items = rows.map((row) => ({
    id: Number(row.id),
    from: STATUSES.find((status) => status === row['status']) ?? ('Unknown' as const),
  }));
  const ids = items.map(({ id }) => id).sort((a, b) => a - b);
  const states = items.map(({ id, from }) => `${id} ${from}`);
  const moves = useQuery({ queryKey: ['requests', 'transitions', states], queryFn: () => transitionsOf(ids) });
  const [asking, setAsking] = useState<AllowedTransition | null>(null);

  const { give, move, report } = useBulkChanges(items, ids, clear);
  const choose = (transition: AllowedTransition) => {
    if (needsDialog(transition)) setAsking(transition);
    else move(transition.to, {}).catch(report);
  };
  const requests = formatCount(ids.length, 'request', 'requests');
  const transitions = moves.data ?? [];
  const others = transitions.slice(BUTTONS);

  return (
    <div className={bar.bulk}>
      <span className={bar.bulkCount} role="status">
        {ids.length} selected
      </span>
      <span className={bar.bulkActions}>
        <AssignMenu onAssign={(person) => void give(person).catch(report)} />
        {transitions.slice(0, BUTTONS).map((transition) => (
          <Button
            key={transition.to}
            size="small"
            variant={transition.order === 0 ? 'primary' : 'secondary'}
            onClick={() => choose(transition)}
          >
            {transition.label}
          </Button>
        ))}
        {others.length > 0 && <MoreMoves transitions={others} onChoose={choose} />}
        {resource !== undefined && <RecipientsLink resource={resource} filter={{ id: ids }} size="small" />}
        {moves.data && transitions.length === 0 && <span>No move that all of them allow</span>}
        <Button size="small" variant="quiet" onClick={clear}>
          Clear selection
        </Button>
      </span>
      {asking && (
        <StatusDialog
          title={asking.to === 'Canceled' ? `Cancel ${requests}` : `${asking.label}: ${requests}`}
          to={asking.to}
          inputs={asking.inputs}
          count={ids.length}
          viewedAs="staff"
          paidCents={null}
          start={startOfInputs(null)}
          action={asking.to === 'Canceled' ? `Cancel ${requests}` : asking.label}
          onSend={(input) => move(asking.to, input)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

type Item = Parameters<typeof changeStatuses>[0]['items'][number];

function useBulkChanges(items: Item[], ids: number[], clear: () => void) {
  const client = useQueryClient();
  const finish = async (text: string) => {
    showToast(text);
    clear();
    await refresh();
  };
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['submissions'] }),
      client.invalidateQueries({ queryKey: ['requests'] }),
    ]);
  const give = async (person: Person | null) => {
    const { changed } = await assign({ ids, assignedToId: person?.id ?? null });
    const whom = person ? person.name : 'nobody';
    await finish(
      changed === 0
        ? `They were assigned to ${whom} already`
        : `${formatCount(changed, 'request', 'requests')} assigned to ${whom}`,
    );
  };
  const move = async (to: AllowedTransition['to'], input: StatusInput) => {
    const { changed } = await changeStatuses({ items, to, ...input });
    await finish(`${formatCount(changed, 'request', 'requests')} moved to ${STATUS_LABELS[to]}`);
  };
  const report = (error: unknown) => {
    showToast(error instanceof Error ? error.message : 'It did not work. Try again.', { tone: 'error' });
    void refresh();
  };
  return { give, move, report };
}

function AssignMenu({ onAssign }: { onAssign: (person: Person | null) => void }) {
  const { userName } = useSession();
  const staff = useQuery({ queryKey: ['requests', 'staff'], queryFn: listStaff, staleTime: 300_000 });
  const me = staff.data?.find((person) => person.username === userName);
  const others = (staff.data ?? []).filter((person) => person !== me);
  const items: MenuItem[] = [
    ...(me ? [{ key: 'me', label: 'Me', icon: 'user-check' as const, onSelect: () => onAssign(me) }] : []),
    { key: 'nobody', label: 'Nobody', icon: 'circle-dashed', onSelect: () => onAssign(null) },
    ...others.map((person, index) => ({
      key: String(person.id),
      label: person.name,
      onSelect: () => onAssign(person),
      ...(index === 0 ? { divided: true } : {}),
    })),
  ];
  return (
    <Menu
      label="Assign to"
      items={items}
      trigger={(trigger) => (
        <Button {...trigger} size="small" icon="user-plus" iconAfter="chevron-down">
          Assign
        </Button>
      )}
    />
  );
}

interface MoreMovesProps {
  transitions: readonly AllowedTransition[];
  onChoose: (transition: AllowedTransition) => void;
}

function MoreMoves({ transitions, onChoose }: MoreMovesProps) {
  return (
    <Menu
      label="More moves"
      items={transitions.map((transition): MenuItem => ({
        key: transition.to,
        label: transition.label,
        danger: transition.to === 'Canceled',
        onSelect: () => onChoose(transition),
      }))}
      trigger={(trigger) => (
        <Button {...trigger} size="small" iconAfter="chevron-down">
          More
        </Button>
      )}
    />
  );
}
