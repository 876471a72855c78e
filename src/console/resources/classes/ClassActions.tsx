import { useState } from 'react';
import { isReachable } from '../../../app/menuEntries.ts';
import { useAccess } from '../../../app/useAccess.ts';
import { useResource } from '../../../app/useResources.ts';
import type { BarEntry } from '../../../actions/ActionBar.tsx';
import type { OwnActionsProps } from '../../show/ShowPage.tsx';
import { leadsToPeople } from '../../list/RecipientsLink.tsx';
import { composePath } from '../announcements/announcements.ts';
import { ImportDialog } from './ImportDialog.tsx';

const BY_CLASS = '/scheduling/processbyclass';

/** What staff do with a class beside its fields: import its roster, and write to its people. */
export function ClassActions({ row, draw }: OwnActionsProps) {
  const reach = useAccess();
  const roster = useResource('rosterEntries');
  const canWrite = useResource('announcements')?.can.list === true;
  const [isImporting, setIsImporting] = useState(false);
  const id = Number(row['id']);
  const entries: BarEntry[] = [];
  if (isReachable(BY_CLASS, reach))
    entries.push({ key: 'status', label: 'See training status', icon: 'list-checks', to: `${BY_CLASS}?classId=${id}` });
  if (roster?.can.create && roster.can.update)
    entries.push({ key: 'import', label: 'Import roster', icon: 'upload', onSelect: () => setIsImporting(true) });
  if (roster !== undefined && canWrite && leadsToPeople(roster))
    entries.push({
      ...({ key: 'write', label: 'Write to the class', icon: 'megaphone' } as const),
      to: composePath({ source: 'rosterEntries', filter: { classId: id, status: 'enrolled' } }),
    });
  return (
    <>
      {draw(entries)}
      {isImporting && <ImportDialog classId={id} onClose={() => setIsImporting(false)} />}
    </>
  );
}
