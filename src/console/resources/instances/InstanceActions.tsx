import { useState } from 'react';
import { doorPath } from '../../../../domain/sessions/door.ts';
import { isReachable } from '../../../app/menuEntries.ts';
import { useAccess } from '../../../app/useAccess.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import type { MainProps } from '../../show/ShowPage.tsx';
import { SessionLinksDialog } from './SessionLinksDialog.tsx';

/** What staff do with a session beside its fields. */
export function InstanceActions({ row }: MainProps) {
  const reach = useAccess();
  const [open, setOpen] = useState<'links' | null>(null);
  const id = Number(row['id']);
  const isAhead = row['status'] !== 'done' && row['status'] !== 'cancelled';
  return (
    <>
      {row['status'] !== 'draft' && (
        <>
          <ButtonLink icon="users" to={doorPath(id)}>
            People
          </ButtonLink>
          <ButtonLink icon="printer" to={`${doorPath(id)}?sheet`}>
            Sign-in sheet
          </ButtonLink>
        </>
      )}
      {isAhead && row['isPrivate'] === true && isReachable(`/scheduling/editinstance/${id}`, reach) && (
        <Button icon="link" onClick={() => setOpen('links')}>
          Links
        </Button>
      )}
      {open === 'links' && <SessionLinksDialog id={id} endsAt={String(row['endsAt'])} onClose={() => setOpen(null)} />}
    </>
  );
}
