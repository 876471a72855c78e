import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GrantPlan } from '../../../../domain/calls/balances.ts';
import { GRANT_FILE_BYTES, GRANT_ROWS } from '../../../../domain/balances/grant-import.ts';
import { formatCount, formatMoney, formatNumber } from '../../../../domain/values/formats.ts';
import { localRefusal } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import layout from '../../../ui/layout.module.css';
import { TextAreaField } from '../../../ui/TextField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { decodeRoster } from '../classes/rosterText.ts';
import { GrantPlanView } from './GrantPlanView.tsx';

interface DialogProps {
  onClose: () => void;
}

function useGrantImport({ onClose }: DialogProps) {
  const client = useQueryClient();
  const [keys] = useState(() => new RetryKey());
  const [text, setText] = useState('');
  const [plan, setPlan] = useState<GrantPlan | null>(null);
  const [isAgain, setAgain] = useState(false);
  const preview = useCommand(async (given: string | File) => {
    const next = typeof given === 'string' ? given : await textIn(given);
    if (next.length > GRANT_FILE_BYTES) throw tooLarge();
    setText(next);
    setAgain(false);
    setPlan(await callApi('POST /api/balances/grants/plan', { body: { text: next } }));
  });
  const importing = useCommand(async ({ basis }: GrantPlan) => {
    preview.reset();
    const body = { text, basis, again: isAgain };
    const done = await keys.send(body, (key) => callApi('POST /api/balances/grants/import', { body, key }));
    await client.invalidateQueries();
    onClose();
    const waiting =
      done.needApproval === 0 ? '' : ` ${formatNumber(done.needApproval)} must be approved by a second person.`;
    showToast(
      `${formatCount(done.grants, 'row', 'rows')} imported, ${formatMoney(done.totalCents)} in total.${waiting}`,
    );
  });
  const start = (given: string | File) => {
    importing.reset();
    void preview.run(given);
  };
  return { text, setText, plan, setPlan, isAgain, setAgain, preview, importing, start };
}

async function textIn(file: File): Promise<string> {
  if (file.size > GRANT_FILE_BYTES) throw tooLarge();
  return decodeRoster(new Uint8Array(await file.arrayBuffer()));
}

function tooLarge() {
  return localRefusal(`The file is larger than ${formatNumber(GRANT_FILE_BYTES / 1000)} kB. Split it.`);
}

/** Imports free quota: the file, then what it would do, then it is done. */
export function GrantImportDialog(props: DialogProps) {
  const grants = useGrantImport(props);
  const { text, plan, isAgain, preview, importing } = grants;
  return (
    <Dialog
      title="Import free quota"
      width={860}
      onClose={props.onClose}
      closeButton
      refusal={importing.refusal ?? preview.refusal}
      refusalTitle="Not imported"
      actions={
        <>
          {plan !== null && <Button onClick={() => grants.setPlan(null)}>Choose another file</Button>}
          <Button onClick={props.onClose}>Cancel</Button>
          {plan === null ? (
            <Button
              variant="primary"
              busy={preview.isRunning}
              disabled={text.trim() === ''}
              onClick={() => grants.start(text)}
            >
              Preview import
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={importing.isRunning}
              disabled={!canImport(plan, isAgain)}
              onClick={() => void importing.run(plan)}
            >
              {`Import ${formatCount(plan.counts.grants, 'row', 'rows')}`}
            </Button>
          )}
        </>
      }
    >
      {plan === null ? (
        <Source text={text} onText={grants.setText} onFile={grants.start} />
      ) : (
        <GrantPlanView plan={plan} isAgain={isAgain} onAgain={grants.setAgain} />
      )}
    </Dialog>
  );
}

function canImport({ fault, faults, counts, importedAt }: GrantPlan, isAgain: boolean): boolean {
  return fault === null && faults.length === 0 && counts.grants > 0 && (importedAt === null || isAgain);
}

interface SourceProps {
  text: string;
  onText: (text: string) => void;
  onFile: (file: File) => void;
}

function Source({ text, onText, onFile }: SourceProps) {
  return (
    <div className={layout.stack4}>
      <p>
        A CSV file with the columns person (username, email address or name), amount, expires (the last day) and
        purpose. It can have up to {formatNumber(GRANT_ROWS)} rows, and each becomes a separate balance. You can review
        everything before the import.
      </p>
      <div>
        <FileButton
          label="Choose a file"
          accept=".csv,.tsv,.txt,text/csv"
          onFiles={([chosen]) => chosen && onFile(chosen)}
        />
      </div>
      <TextAreaField
        label="Or paste it here"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
    </div>
  );
}
