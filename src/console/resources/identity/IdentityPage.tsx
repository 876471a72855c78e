import { useDataProvider, useRefresh } from 'ra-core';
import { useState } from 'react';
import type { Row } from '../../../../domain/declarations/model.ts';
import { localRefusal } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import type { RecordPageProps } from '../../form/EditPage.tsx';
import { ShowPage } from '../../show/ShowPage.tsx';

/** An identity of a directory or provider, with the button that links it to an account or unlinks it. */
export function IdentityPage(props: RecordPageProps) {
  return <ShowPage {...props} actions={LinkActions} />;
}

function LinkActions({ row }: { row: Row }) {
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useRefresh();
  const close = (): void => setIsAsking(false);
  const done = (text: string): void => {
    close();
    showToast(text);
    refresh();
  };
  const id = String(row['id']);
  if (row['userId'] === null || row['userId'] === undefined)
    return (
      <>
        <Button variant="primary" onClick={() => setIsAsking(true)}>
          Link to an account
        </Button>
        {isAsking && (
          <LinkDialog
            id={id}
            userName={String(row['userName'])}
            onClose={close}
            onDone={() => done('Identity linked')}
          />
        )}
      </>
    );
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Unlink</Button>
      {isAsking && <UnlinkDialog id={id} onClose={close} onDone={() => done('Identity unlinked')} />}
    </>
  );
}

interface UnlinkDialogProps {
  id: string;
  onClose: () => void;
  onDone: () => void;
}

function UnlinkDialog({ id, onClose, onDone }: UnlinkDialogProps) {
  const { run, isRunning, refusal } = useCommand(async () => {
    await callApi('POST /api/identities/:id/unlink', { params: { id } });
    onDone();
  });
  return (
    <Dialog
      role="alertdialog"
      title="Unlink this identity?"
      width={460}
      refusal={refusal}
      answer={{ label: 'Unlink', variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      The account loses the groups that came with it, and its sessions end. The next login with this identity is refused
      until it is linked again.
    </Dialog>
  );
}

function LinkDialog({ id, userName, onClose, onDone }: UnlinkDialogProps & { userName: string }) {
  const data = useDataProvider();
  const [username, setUsername] = useState('');
  const { run, isRunning, refusal } = useCommand(async () => {
    if (username.trim() === '') throw localRefusal('A username is needed.');
    const { data: users } = await data.getList('users', {
      filter: { username: username.trim().toLowerCase() },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'ASC' },
    });
    const [user] = users;
    if (user === undefined) throw localRefusal('There is no account with this username.');
    await callApi('POST /api/identities/:id/link', { params: { id }, body: { userId: user.id as number } });
    onDone();
  });
  return (
    <Dialog
      title="Link to an account"
      width={460}
      answer={{ label: 'Link', form: true, busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      <p>
        Anyone who logs in there as “{userName}” will use this account, with all of its permissions. Make sure that both
        belong to the same person.
      </p>
      <TextField
        id="link-username"
        label="Username of the account here"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={refusal?.message}
        onChange={(event) => setUsername(event.target.value)}
      />
    </Dialog>
  );
}
