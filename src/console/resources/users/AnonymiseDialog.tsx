import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ANONYMISED_PERSON, SHORTEST_WORD } from '../../../../domain/access/anonymise.ts';
import type { AnonymisePreview } from '../../../../domain/calls/accounts.ts';
import { localRefusal } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextArea, TextField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import layout from '../../../ui/layout.module.css';

export interface AnonymiseDialogProps {
  id: number;
  name: string;
  preview: AnonymisePreview;
  onClose: () => void;
}

/** Asks before an account is made anonymous, which cannot be undone: the name has to be typed. */
export function AnonymiseDialog({ id, name, preview, onClose }: AnonymiseDialogProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [further, setFurther] = useState('');
  const { run, isRunning, refusal } = useCommand(async () => {
    if (typed.trim() !== name.trim()) throw localRefusal(`Type the name exactly as shown: ${name}`);
    const words = further.split('\n').flatMap((line) => line.trim() || []);
    const short = words.find((word) => word.length < SHORTEST_WORD);
    if (short !== undefined) throw localRefusal(`“${short}” is too short: it may be part of other words.`);
    const body = { name: typed, ...(words.length > 0 ? { words } : {}) };
    await callApi('POST /api/users/:id/anonymise', { params: { id }, body });
    showToast('The account is anonymous now.');
    onClose();
    await client.invalidateQueries();
  });
  return (
    <Dialog
      role="alertdialog"
      title={`Anonymise ${name}?`}
      width={460}
      refusal={refusal}
      answer={{ label: 'Anonymise for good', variant: 'danger', busy: isRunning, onAnswer: run }}
      onClose={onClose}
    >
      <div className={layout.stack4}>
        {preview.openRequests > 0 && (
          <Banner tone="warning" title={openItemsText(preview.openRequests)}>
            Nobody can be asked about {preview.openRequests === 1 ? 'it' : 'them'} afterwards. Finish or cancel{' '}
            {preview.openRequests === 1 ? 'it' : 'them'} first.
          </Banner>
        )}
        <p>
          Name, username, email, logins, choices, drafts, messages and mails of this account are deleted. The name goes
          from conversations, notes and the history. {retainedText(preview.requests)}
        </p>
        <p>
          <strong>This cannot be undone.</strong> Nobody can log in to the account any more. The username becomes
          available again, for a new account.
        </p>
        <Field
          label="Remove these as well"
          help="A student number, a nickname: one on each line. They go from every text."
          optional
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={2}
              maxLength={2000}
              value={further}
              onChange={(event) => setFurther(event.target.value)}
            />
          )}
        </Field>
        <TextField
          label={`To go on, type “${name}”`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </Dialog>
  );
}

function openItemsText(count: number): string {
  return count === 1 ? 'A request of this person is still open' : `${count} requests of this person are still open`;
}

function retainedText(count: number): string {
  if (count === 0) return 'There are no requests.';
  const whose = `that of an “${ANONYMISED_PERSON}”, with its answers and files`;
  if (count === 1) return `The request stays as ${whose}.`;
  return `The ${count} requests stay as those of an “${ANONYMISED_PERSON}”, with their answers and files.`;
}
