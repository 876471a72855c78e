import { formatCount } from '../../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DRAFT_DAYS } from '../../../../../domain/requests/request-drafts.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { callApi } from '../../../../app/callApi.ts';
import { useCommand } from '../../../../app/useCommand.ts';
import { QueryView } from '../../../../app/QueryView.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { Banner } from '../../../../ui/Banner.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { formChanges } from './FormChanges.tsx';
import type { FormEditor } from './useFormEditor.ts';

interface PublishDialogProps {
  editor: FormEditor;
  number: number;
  published: RequestFormSchema | null;
  onClose: () => void;
  onPublished: (schema: RequestFormSchema) => void;
}

/** Shows what publishing changes, and what stays as it is. */
export function PublishDialog({ editor, number, published, onClose, onPublished }: PublishDialogProps) {
  const { form, schema, saver } = editor;
  const [days, setDays] = useState(String(form.draftDays ?? DRAFT_DAYS));
  const areDaysValid = /^\d{1,3}$/.test(days) && Number(days) <= 365;
  const plan = useQuery({
    queryKey: ['forms', 'plan', form.id],
    queryFn: async () => {
      await saver.flush();
      return callApi('GET /api/forms/:id/publish', { params: { id: form.id } });
    },
    gcTime: 0,
    staleTime: 0,
  });
  const changes = formChanges(published, schema);
  const isSame = published !== null && changes === null;
  const command = useCommand(async () => {
    await saver.flush();
    const answer = await callApi('POST /api/forms/:id/publish', {
      params: { id: form.id },
      // How many days drafts of earlier versions can still be submitted.
      body: { version: saver.version, ...(published === null ? {} : { draftDays: Number(days) }) },
    });
    saver.rebase(answer.version);
    showToast(`Version ${answer.number} is published`);
    onPublished(schema);
    onClose();
  });
  return (
    <Dialog
      title={`Publish version ${number} of ${form.title}`}
      width={560}
      closeButton
      cancel="Back"
      refusal={command.refusal}
      answer={{
        label: `Publish version ${number}`,
        form: true,
        busy: command.isRunning,
        disabled: !plan.data || plan.data.faults.length > 0 || isSame || !areDaysValid,
        onAnswer: command.run,
      }}
      onClose={onClose}
    >
      <QueryView query={plan} what="the changes">
        {({ faults, openRequests }) => (
          <>
            {faults.map(({ pointer, message }) => (
              <Banner key={pointer} tone="warning" role="none">
                {message}
              </Banner>
            ))}
            {published === null && <p>This is the first version. Once it is published, people can send requests.</p>}
            {published !== null && (
              <>
                {changes ?? <p>Nothing has changed since the published version.</p>}
                <p>{openRequestsText(openRequests)}</p>
                {!isSame && (
                  <TextField
                    label="Days to finish earlier drafts"
                    help="People who started a draft on an older version can submit it for this long, at its price. They see what has changed. 0: not at all."
                    inputMode="numeric"
                    value={days}
                    error={areDaysValid ? undefined : 'Enter a whole number from 0 to 365'}
                    onChange={(event) => setDays(event.target.value.trim())}
                  />
                )}
              </>
            )}
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

function openRequestsText(open: number): string {
  if (open === 0) return 'No open request uses an older version.';
  return `${formatCount(open, 'open request uses an older version', 'open requests use older versions')}; nothing changes for ${open === 1 ? 'it' : 'them'}.`;
}
