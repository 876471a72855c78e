import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  NO_TEXT,
  ROSTER_BYTES,
  type RosterColumn,
  type RosterFile,
  type RosterPlan,
} from '../../../../domain/roster-calls.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import { TextAreaField } from '../../../ui/TextField.tsx';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { formatCount } from '../../values/formats.ts';
import { importRoster, planRoster, undoImport } from './rosterCalls.ts';
import { RosterPlanView } from './RosterPlanView.tsx';
import { textOf } from './rosterText.ts';
import layout from '../../../ui/layout.module.css';

/** Imports a roster: the file, then what it would do, then it is done. */
export function ImportDialog({ classId, onClose }: { classId: number; onClose: () => void }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string | null>(null);
  const [file, setFile] = useState<RosterFile | null>(null);
  const [plan, setPlan] = useState<RosterPlan | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState<'planning' | 'importing' | null>(null);

  const look = async (next: RosterFile): Promise<void> => {
    setRefusal(null);
    // No call may have it.
    if (next.text.includes('\0')) return setRefusal(NO_TEXT);
    if (new TextEncoder().encode(next.text).length > ROSTER_BYTES)
      return setRefusal('It has more than 5 MB. Split it, or leave out the columns that are not needed.');
    setBusy('planning');
    try {
      const planned = await planRoster(classId, next);
      setFile(next);
      setPlan(planned);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.message);
    } finally {
      setBusy(null);
    }
  };
  const read = async ([chosen]: File[]): Promise<void> => {
    if (chosen === undefined) return;
    if (chosen.size > ROSTER_BYTES) return setRefusal('The file has more than 5 MB.');
    const found = textOf(new Uint8Array(await chosen.arrayBuffer()));
    setText(found);
    setFileName(chosen.name);
    await look({ text: found });
  };
  const send = async (): Promise<void> => {
    if (file === null || plan === null) return;
    setRefusal(null);
    setBusy('importing');
    try {
      const { counts, changes } = await importRoster(classId, { ...file, basis: plan.basis });
      await client.invalidateQueries();
      onClose();
      const words = `The roster is imported: ${countWords(counts)}`;
      if (changes.length === 0) showToast(words);
      else
        showUndoable(words, async () => {
          await undoImport(changes);
          await client.invalidateQueries();
        });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) await look(file);
      setRefusal(error.message);
      setBusy(null);
    }
  };
  const canImport = plan !== null && plan.fault === null && changesOf(plan) > 0;
  return (
    <Dialog
      title="Import roster"
      width={860}
      onClose={onClose}
      closeButton
      actions={
        <>
          {plan !== null && <Button onClick={() => setPlan(null)}>Another file</Button>}
          <Button onClick={onClose}>Cancel</Button>
          {plan === null ? (
            <Button
              variant="primary"
              busy={busy === 'planning'}
              disabled={text.trim() === ''}
              onClick={() => void look({ text })}
            >
              See what would change
            </Button>
          ) : (
            <Button
              variant={plan.counts.dropped > 0 ? 'danger' : 'primary'}
              busy={busy === 'importing'}
              disabled={!canImport}
              onClick={() => void send()}
            >
              {plan.counts.dropped > 0 ? `Import and drop ${plan.counts.dropped}` : 'Import'}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.stack4}>
        {refusal !== null && (
          <Banner tone="error" title="Not imported">
            {refusal}
          </Banner>
        )}
        {plan === null || file === null ? (
          <>
            <p>
              A CSV file of the registrar or a spreadsheet, with a student ID or an email address on each line. Nothing
              is changed before you have seen what would be.
            </p>
            <div>
              <FileButton
                label="Choose a file"
                accept=".csv,.tsv,.txt,text/csv"
                onFiles={(files) => void read(files)}
              />
              {fileName !== null && <span> {fileName}</span>}
            </div>
            <TextAreaField
              label="Or paste it here"
              rows={8}
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setFileName(null);
              }}
            />
          </>
        ) : (
          <RosterPlanView
            plan={plan}
            isBusy={busy !== null}
            onColumns={(columns: (RosterColumn | null)[]) => void look({ ...file, columns })}
            onKeepMissing={(keepsMissing) => void look({ ...file, keepsMissing })}
          />
        )}
      </div>
    </Dialog>
  );
}

function changesOf({ counts: { added, returned, changed, dropped } }: RosterPlan): number {
  return added + returned + changed + dropped;
}

function countWords({ added, returned, changed, dropped }: RosterPlan['counts']): string {
  const words = [
    [added, 'new'],
    [returned, 'back'],
    [changed, 'changed'],
    [dropped, 'dropped'],
  ] as const;
  const said = words.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length === 0 ? formatCount(0, 'change', 'changes') : said.join(', ');
}
