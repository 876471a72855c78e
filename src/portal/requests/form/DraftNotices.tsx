import { useState } from 'react';
import type { StoredFile } from '../../../../domain/calls/files.ts';
import type { Answers, RequestFormSchema } from '../../../../domain/requests/request-form.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { AnswerValue } from '../submission/AnswerValue.tsx';
import type { Choice, DraftAutosave } from './DraftAutosave.ts';
import type { FieldConflict } from './localDraft.ts';
import type { DraftNotice } from './useDraft.ts';
import layout from '../../../ui/layout.module.css';

interface DraftNoticesProps {
  notice: DraftNotice | null;
  autosave: DraftAutosave;
  schema: RequestFormSchema;
  files: readonly StoredFile[];
  onReload: () => void;
}

export function DraftNotices({ notice, autosave, schema, files, onReload }: DraftNoticesProps) {
  const [isLater, setIsLater] = useState<DraftNotice | null>(null);
  switch (notice?.kind) {
    case undefined:
      return null;
    case 'gone':
      return (
        <Banner
          tone="warning"
          title="This draft was submitted or discarded elsewhere"
          actions={
            <>
              <Button size="small" onClick={() => autosave.startOver()}>
                Keep as a new draft
              </Button>
              <Button size="small" onClick={() => void autosave.stop().then(onReload)}>
                Start again
              </Button>
            </>
          }
        >
          Your answers here are stored in this browser only.
        </Banner>
      );
    case 'outdated':
      return (
        <Banner
          tone="warning"
          title="The form has changed"
          actions={
            <Button size="small" onClick={onReload}>
              Load it again
            </Button>
          }
        >
          A new version was published, or this draft moved to another version in another tab. Answers to fields that
          still exist are kept.
        </Banner>
      );
    case 'conflict':
      return (
        <>
          <Banner
            tone="warning"
            title="This draft was also changed elsewhere"
            actions={
              <Button size="small" onClick={() => setIsLater(null)}>
                Choose what to keep
              </Button>
            }
          >
            Nothing more is saved until you have chosen which answers to keep.
          </Banner>
          {isLater !== notice && (
            <ConflictDialog
              fields={notice.fields}
              schema={schema}
              files={files}
              onChoose={(choices) => autosave.resolve(choices)}
              onClose={() => setIsLater(notice)}
            />
          )}
        </>
      );
  }
}

interface ConflictDialogProps {
  fields: readonly FieldConflict[];
  schema: RequestFormSchema;
  files: readonly StoredFile[];
  onChoose: (choices: Record<string, Choice>) => void;
  onClose: () => void;
}

function ConflictDialog({ fields, schema, files, onChoose, onClose }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const value = (name: string, answer: Answers[string] | undefined) => {
    const field = schema.properties[name];
    return field ? <AnswerValue field={field} value={answer} files={files} /> : null;
  };
  return (
    <Dialog
      title="Which answers do you want to keep?"
      width={560}
      onClose={onClose}
      closeButton
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Decide later
          </Button>
          <Button
            variant="primary"
            disabled={fields.some(({ name }) => !choices[name])}
            onClick={() => onChoose(choices)}
          >
            Keep these
          </Button>
        </>
      }
    >
      <div className={layout.stack5}>
        <p>They were changed here and in another tab or on another device.</p>
        {fields.map(({ name, mine, theirs }) => (
          <RadioGroup
            key={name}
            label={schema.properties[name]?.title ?? name}
            value={choices[name] ?? null}
            onChange={(choice) => setChoices({ ...choices, [name]: choice as Choice })}
            choices={[
              { value: 'mine', label: 'From here', help: value(name, mine) },
              { value: 'theirs', label: 'From the other tab or device', help: value(name, theirs) },
            ]}
          />
        ))}
      </div>
    </Dialog>
  );
}
