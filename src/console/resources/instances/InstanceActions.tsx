import { useState } from 'react';
import { doorPath } from '../../../app/routing/doorPath.ts';
import { isReachable } from '../../../app/menuEntries.ts';
import { useAccess } from '../../../app/useAccess.ts';
import type { BarEntry } from '../../../actions/ActionBar.tsx';
import type { OwnActionsProps } from '../../show/ShowPage.tsx';
import { SessionLinksDialog } from './SessionLinksDialog.tsx';

/** What staff do with a session beside its fields. */
export function InstanceActions({ row, draw }: OwnActionsProps) {
  const reach = useAccess();
  const [isOpen, setIsOpen] = useState(false);
  const id = Number(row['id']);
  const isAhead = row['status'] !== 'done' && row['status'] !== 'cancelled';
  const entries: BarEntry[] = [];
  if (row['status'] !== 'draft')
    entries.push(
      { key: 'people', label: 'People', icon: 'users', to: doorPath(id) },
      { key: 'sheet', label: 'Sign-in sheet', icon: 'printer', to: `${doorPath(id)}?sheet` },
    );
  if (isAhead && row['isPrivate'] === true && isReachable(`/scheduling/editinstance/${id}`, reach))
    entries.push({ key: 'links', label: 'Links', icon: 'link', onSelect: () => setIsOpen(true) });
  return (
    <>
      {draw(entries)}
      {isOpen && <SessionLinksDialog id={id} endsAt={String(row['endsAt'])} onClose={() => setIsOpen(false)} />}
    </>
  );
}
