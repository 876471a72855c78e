import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DRAFT_DAYS } from '../../../../../domain/requests/request-drafts.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { useCommand } from '../../../../app/useCommand.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorState } from '../../../../ui/ErrorState.tsx';
import { Loading } from '../../../../ui/Loading.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { formatCount } from '../../../values/formats.ts';
import { publish, publishPlan } from '../formCalls.ts';
import { changesBetween, isUnchanged } from '../../../../requests/formChanges.ts';
import type { FormEditor } from './useFormEditor.ts';
import layout from '../../../../ui/layout.module.css';
import styles from './editor.module.css';

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
  const areDaysGood = /^\d{1,3}$/.test(days) && Number(days) <= 365;
  const plan = useQuery({
    queryKey: ['forms', 'plan', form.id],
    queryFn: async () => {
      await saver.flush();
      return publishPlan(form.id);
    },
    gcTime: 0,
    staleTime: 0,
  });
  const changes = changesBetween(published, schema);
  const isSame = published !== null && isUnchanged(changes);

  const { run, isRunning, refusal } = useCommand(async () => {
    await saver.flush();
    const { number: made, version } = await publish(
      form.id,
      published === null ? { version: saver.version } : { version: saver.version, draftDays: Number(days) },
    );
    saver.rebase(version);
    showToast(`Version ${made} is published`);
    onPublished(schema);
    onClose();
  });

  return (
    <Dialog
      title={`Publish version ${number} of ${form.title}`}
      onClose={onClose}
      closeButton
      width={560}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          <Button
            variant="primary"
            busy={isRunning}
            disabled={!plan.data || plan.data.faults.length > 0 || isSame || !areDaysGood}
            onClick={() => void run()}
          >
            Publish version {number}
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        {refusal && <Banner tone="error">{refusal.message}</Banner>}
        {plan.error && <ErrorState onRetry={() => void plan.refetch()}>{plan.error.message}</ErrorState>}
        {plan.isPending && <Loading lines={3} />}
        {plan.data && (
          <>
            {plan.data.faults.map(({ pointer, message }) => (
              <Banner key={pointer} tone="warning" role="none">
                {message}
              </Banner>
            ))}
            {isSame ? (
              <p>Nothing has changed since the published version.</p>
            ) : published === null ? (
              <p>This is the first version. Once it is published, people can send requests.</p>
            ) : (
              <ul className={styles.changes}>
                <Change words="Added" titles={changes.added} />
                <Change words="Removed" titles={changes.removed} />
                {changes.changed.map(({ title, what }) => (
                  <li key={title}>
                    <strong>{title}</strong>: {what.join(', ')}
                  </li>
                ))}
                {changes.isReordered && <li>The order of the fields</li>}
              </ul>
            )}
            {published !== null && <p className={styles.quiet}>{staying(plan.data.openRequests)}</p>}
            {published !== null && !isSame && (
              <TextField
                label="Days to finish earlier drafts"
                help="For so long, people who have begun on an older version can still submit it, at its price. They see what has changed. 0: not at all."
                inputMode="numeric"
                value={days}
                error={areDaysGood ? undefined : 'Enter a whole number from 0 to 365'}
                onChange={(event) => setDays(event.target.value.trim())}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function Change({ words, titles }: { words: string; titles: string[] }) {
  return titles.length === 0 ? null : (
    <li>
      {words}: <strong>{titles.join(', ')}</strong>
    </li>
  );
}

function staying(open: number): string {
  if (open === 0) return 'No open request uses an older version.';
  return `${formatCount(open, 'open request uses an older version', 'open requests use older versions')}; nothing changes for ${open === 1 ? 'it' : 'them'}.`;
}
