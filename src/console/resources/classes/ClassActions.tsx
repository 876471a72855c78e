import { useState } from 'react';
import { isReachable } from '../../../app/menuEntries.ts';
import { useAccess } from '../../../app/useAccess.ts';
import { useResource } from '../../../app/useResources.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import type { MainProps } from '../../show/ShowPage.tsx';
import { leadsToPeople } from '../../list/RecipientsLink.tsx';
import { composePath } from '../announcements/announcements.ts';
import { ImportDialog } from './ImportDialog.tsx';

const BY_CLASS = '/scheduling/processbyclass';

/** What staff do with a class beside its fields: import its roster, and write to its people. */
export function ClassActions({ row }: MainProps) {
  const reach = useAccess();
  const entries = useResource('rosterEntries');
  const canWrite = useResource('announcements')?.can.list === true;
  const [isImporting, setIsImporting] = useState(false);
  const id = Number(row['id']);
  return (
    <>
      {entries?.can.create && entries.can.update && (
        <Button icon="upload" onClick={() => setIsImporting(true)}>
          Import roster
        </Button>
      )}
      {isReachable(BY_CLASS, reach) && (
        <ButtonLink icon="list-checks" to={`${BY_CLASS}?classId=${id}`}>
          See training status
        </ButtonLink>
      )}
      {entries !== undefined && canWrite && leadsToPeople(entries) && (
        <ButtonLink
          icon="megaphone"
          to={composePath({ source: 'rosterEntries', filter: { classId: id, status: 'enrolled' } })}
        >
          Write to the class
        </ButtonLink>
      )}
      {isImporting && <ImportDialog classId={id} onClose={() => setIsImporting(false)} />}
    </>
  );
}
