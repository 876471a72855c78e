import { formatCount } from '../../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RosterFile, RosterPlan } from '../../../../domain/calls/classes.ts';
import { NO_TEXT, ROSTER_BYTES, type RosterColumn } from '../../../../domain/sessions/rosters.ts';
import { undoChanges } from '../../../app/undoChanges.ts';
import { callApi } from '../../../app/callApi.ts';
import { localRefusal } from '../../../app/ApiError.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FileButton } from '../../../ui/FileButton.tsx';
import { TextAreaField } from '../../../ui/TextField.tsx';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { RosterPlanView } from './RosterPlanView.tsx';
import { decodeRoster } from './rosterText.ts';
import layout from '../../../ui/layout.module.css';

interface ImportDialogProps {
  classId: number;
  onClose: () => void;
}

function useRosterImport({ classId, onClose }: ImportDialogProps) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string | null>(null);
  const [file, setFile] = useState<RosterFile | null>(null);
  const [plan, setPlan] = useState<RosterPlan | null>(null);
  const read = async (chosen: File): Promise<string> => {
    if (chosen.size > ROSTER_BYTES) throw localRefusal('The file is larger than 5 MB.');
    const found = decodeRoster(new Uint8Array(await chosen.arrayBuffer()));
    setText(found);
    setFileName(chosen.name);
    return found;
  };
  const look = useCommand(async (given: RosterFile | File) => {
    const next = given instanceof File ? { text: await read(given) } : given;
    // No call can carry it.
    if (next.text.includes('\0')) throw localRefusal(NO_TEXT);
    if (new TextEncoder().encode(next.text).length > ROSTER_BYTES)
      throw localRefusal('It is larger than 5 MB. Split it, or leave out columns that are not needed.');
    setPlan(await callApi('POST /api/rosters/:classId/plan', { params: { classId }, body: next }));
    setFile(next);
  });
  const importing = useCommand(
    async (from: RosterFile, basis: RosterPlan['basis']) => {
      look.reset();
      const { counts, changes } = await callApi('POST /api/rosters/:classId/import', {
        params: { classId },
        body: { ...from, basis },
      });
      await client.invalidateQueries();
      onClose();
      const words = `The roster is imported: ${countWords(counts)}`;
      if (changes.length === 0) showToast(words);
      else
        showUndoable(words, async () => {
          await undoChanges(changes);
          await client.invalidateQueries();
        });
    },
    ({ status }) => (status === 409 && file !== null ? look.run(file) : undefined),
  );
  return {
    ...{ text, fileName, file, plan, look, importing },
    refusal: importing.refusal ?? look.refusal,
    type: (typed: string) => {
      setText(typed);
      setFileName(null);
    },
    preview: (next: RosterFile | File): void => {
      importing.reset();
      void look.run(next);
    },
    startOver: () => setPlan(null),
  };
}

/** Imports a roster: the file, then what it would do, then it is done. */
export function ImportDialog(props: ImportDialogProps) {
  const roster = useRosterImport(props);
  const { text, fileName, file, plan, look, importing, refusal, preview } = roster;
  const dropped = plan?.counts.dropped ?? 0;
  return (
    <Dialog
      title="Import roster"
      width={860}
      onClose={props.onClose}
      closeButton
      refusal={refusal}
      refusalTitle="Not imported"
      actions={
        <>
          {plan !== null && <Button onClick={roster.startOver}>Choose another file</Button>}
          <Button onClick={props.onClose}>Cancel</Button>
          {plan === null ? (
            <Button
              variant="primary"
              busy={look.isRunning}
              disabled={text.trim() === ''}
              onClick={() => preview({ text })}
            >
              Preview changes
            </Button>
          ) : (
            <Button
              variant={dropped > 0 ? 'danger' : 'primary'}
              busy={importing.isRunning}
              disabled={plan.fault !== null || countChanges(plan) === 0}
              onClick={() => void (file && importing.run(file, plan.basis))}
            >
              {dropped > 0 ? `Import and drop ${dropped}` : 'Import'}
            </Button>
          )}
        </>
      }
    >
      {plan === null || file === null ? (
        <div className={layout.stack4}>
          <p>
            A CSV file from the registrar or a spreadsheet, with a student ID or an email address on each line. You see
            all changes before they are made.
          </p>
          <div>
            <FileButton
              label="Choose a file"
              accept=".csv,.tsv,.txt,text/csv"
              onFiles={([chosen]) => chosen && preview(chosen)}
            />
            {fileName !== null && <span> {fileName}</span>}
          </div>
          <TextAreaField
            label="Or paste it here"
            rows={8}
            spellCheck={false}
            value={text}
            onChange={({ target }) => roster.type(target.value)}
          />
        </div>
      ) : (
        <RosterPlanView
          plan={plan}
          isBusy={look.isRunning || importing.isRunning}
          onColumns={(columns: (RosterColumn | null)[]) => preview({ ...file, columns })}
          onKeepMissing={(keepsMissing) => preview({ ...file, keepsMissing })}
        />
      )}
    </Dialog>
  );
}

function countChanges({ counts: { added, returned, changed, dropped } }: RosterPlan): number {
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
