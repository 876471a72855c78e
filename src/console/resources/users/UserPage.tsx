import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientResource } from '../../../../domain/client-model.ts';
import type { Row } from '../../../../domain/model.ts';
import { api } from '../../../app/api.ts';
import { useSession } from '../../../app/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import layout from '../../../ui/layout.module.css';
import { ConfirmDialog } from '../../engine/ConfirmDialog.tsx';
import type { RecordPageProps } from '../../form/EditPage.tsx';
import { ShowPage } from '../../show/ShowPage.tsx';
import { LinkLogin } from '../identity/LinkLogin.tsx';

/** The page of an account: administrators can link a login to it, and anonymise it. */
export function UserPage(props: RecordPageProps) {
  return <ShowPage {...props} actions={AccountActions} />;
}

function AccountActions({ row }: { resource: ClientResource; row: Row }) {
  const { roles } = useSession();
  const isFormer = /^former-member-\d+$/.test(String(row['username']));
  if (!roles.includes('Administrator') || isFormer) return null;
  return (
    <>
      <LinkLogin row={row} />
      <AnonymiseButton row={row} />
    </>
  );
}

function AnonymiseButton({ row }: { row: Row }) {
  const { userName } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  if (row['username'] === userName) return null;
  return (
    <>
      <Button icon="ban" onClick={() => setIsAsking(true)}>
        Anonymise
      </Button>
      {isAsking && (
        <AnonymiseDialog id={Number(row['id'])} name={String(row['displayName'])} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}

function AnonymiseDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const anonymise = async (): Promise<void> => {
    await api(`/api/users/${id}/anonymise`, { method: 'POST', json: { name: typed } });
    showToast('The account is anonymous now.');
    onClose();
    await client.invalidateQueries();
  };
  return (
    <ConfirmDialog title={`Anonymise ${name}?`} confirm="Anonymise for good" onConfirm={anonymise} onClose={onClose}>
      <div className={layout.stack4}>
        <p>
          Name, user name, e-mail, logins, choices, drafts, messages and mails of this account are deleted, and the name
          is taken out of conversations and the history. Requests stay, as those of a “Former member”, with the answers
          and files that were given in them.
        </p>
        <p>
          <strong>This cannot be undone.</strong> Nobody can log in to the account any more. The user name is free
          again: whoever logs in with it gets a new account.
        </p>
        <TextField
          label={`To go on, type “${name}”`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      </div>
    </ConfirmDialog>
  );
}
