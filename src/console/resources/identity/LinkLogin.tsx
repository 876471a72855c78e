import { useGetList, useRefresh } from 'ra-core';
import { useState } from 'react';
import type { Row } from '../../../../domain/declarations/model.ts';
import { localRefusal } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import layout from '../../../ui/layout.module.css';

/** Of those who wait, the last to have tried; others are found by their name. */
const SHOWN = 8;

function useWaiting(q: string) {
  const { data, total = 0 } = useGetList(
    'identities',
    {
      filter: { userId_null: true, ...(q === '' ? {} : { q }) },
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'lastSeenAt', order: 'DESC' },
    },
    { retry: false, staleTime: 0 },
  );
  return { waiting: data as Row[] | undefined, total };
}

/** On the page of an account: links a waiting login to it. Renders nothing if none waits. */
export function LinkLogin({ row }: { row: Row }) {
  const [isAsking, setIsAsking] = useState(false);
  const { total } = useWaiting('');
  if (total === 0) return null;
  return (
    <>
      <Button icon="link" onClick={() => setIsAsking(true)}>
        Link a login
      </Button>
      {isAsking && <LinkLoginDialog row={row} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function LinkLoginDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const refresh = useRefresh();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const { waiting, total } = useWaiting(q.trim());
  const { run, isRunning, refusal } = useCommand(async () => {
    if (chosen === null) throw localRefusal('Choose one of the logins.');
    await callApi('POST /api/identities/:id/link', {
      params: { id: chosen },
      body: { userId: Number(row['id']) },
    });
    showToast('Login linked');
    onClose();
    refresh();
  });
  return (
    <Dialog
      role="alertdialog"
      title={`Link a login to ${String(row['displayName'])}?`}
      width={460}
      refusal={refusal}
      answer={{ label: 'Link', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      <div className={layout.stack4}>
        <p>
          Anyone who logs in with it will use this account, with all of its permissions. Make sure that both belong to
          the same person.
        </p>
        <TextField
          label="Find by name or address there"
          type="search"
          autoComplete="off"
          value={q}
          onChange={(event) => {
            setQ(event.target.value);
            setChosen(null);
          }}
        />
        {waiting?.length === 0 ? (
          <p>Nobody of this name waits to be linked.</p>
        ) : (
          <RadioGroup
            label="Logins that wait"
            choices={(waiting ?? []).map((one) => ({
              value: String(one['id']),
              label: `${String(one['userName'])} (${String(one['provider'])})`,
              help: [one['displayName'], one['email']].filter((text) => typeof text === 'string').join(', '),
            }))}
            value={chosen}
            onChange={setChosen}
            {...(total > SHOWN ? { help: `The last ${SHOWN} of ${total}. Find the others by their name.` } : {})}
          />
        )}
      </div>
    </Dialog>
  );
}
