import { useEffect, useRef, useState } from 'react';
import { pageAddress } from '../../../../../domain/content/content.ts';
import { isUnchanged } from './pageChanges.ts';
import { localRefusal } from '../../../../app/ApiError.ts';
import { useCommand } from '../../../../app/useCommand.ts';
import { useModel } from '../../../../app/useModel.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { DateField } from '../../../../ui/datePicker/DateField.tsx';
import { typedFault } from '../../../../ui/datePicker/typed.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../../ui/RadioGroup.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { formatInstant } from '../../../values/formats.ts';
import { PageUses } from '../PageUses.tsx';
import { ChangesList, summaryOf } from './ChangesList.tsx';
import type { PageEditing } from './usePageEditor.ts';
import { usePageChanges } from './usePageChanges.ts';
import layout from '../../../../ui/layout.module.css';
import { clock } from '../../../../ui/clock.ts';

interface PublishDialogProps {
  editor: PageEditing;
  isLater: boolean;
  onClose: () => void;
}

/** Shows what will be published, and when. */
export function PublishDialog({ editor, isLater, onClose }: PublishDialogProps) {
  const { content, state, types } = editor;
  const { timezone } = useModel().site;
  const [when, setWhen] = useState(isLater ? 'later' : 'now');
  const [typed, setTyped] = useState(() => state.publishAt ?? nextFullHour());
  const changes = usePageChanges(state.live, content, types);
  const isSame = state.isPublished && isUnchanged(changes);
  const isFirst = !state.isPublished && !editor.versions.some(({ kind }) => kind === 'published');
  const areListed = !isFirst && !isUnchanged(changes);
  // Read from the top, rather than from the first input, which follows a long comparison.
  const intro = useRef<HTMLDivElement>(null);
  useEffect(() => intro.current?.focus(), []);
  // The former address will redirect, but links on the site should be updated; the dialog lists them.
  const isRenamed = state.isPublished && state.live.name !== content.name;
  const at = when === 'later' ? typed : null;

  const { run, isRunning, refusal, fieldErrors, reset } = useCommand(async () => {
    const fault = isSame || at === null ? undefined : timeFault(at);
    if (fault !== undefined) throw localRefusal(fault, { at: fault });
    if (isSame) await editor.discard();
    else if (await editor.publish(at))
      showToast(at === null ? 'The page is published' : `It will be published on ${formatInstant(at, timezone)}`);
    onClose();
  });
  const fault = fieldErrors['at'];

  return (
    <Dialog
      title={`Publish “${content.title || 'Untitled page'}”`}
      onClose={onClose}
      closeButton
      width={760}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Back
          </Button>
          {isSame ? (
            <Button busy={isRunning} onClick={() => void run()}>
              Discard draft
            </Button>
          ) : (
            <Button variant="primary" busy={isRunning} onClick={() => void run()}>
              {when === 'now' ? 'Publish now' : 'Publish at this time'}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.stack4}>
        {refusal && fault === undefined && <Banner tone="error">{refusal.message}</Banner>}
        <div ref={intro} tabIndex={-1} className={layout.stack2}>
          {isSame && <p>Nothing differs from what visitors see now, so there is nothing to publish.</p>}
          {!state.isPublished && (
            <p>
              {isFirst
                ? 'This is the first time that it is published: nobody has seen it yet.'
                : 'Visitors do not see it at present.'}{' '}
              They will find it at <strong>{pageAddress(content.name)}</strong>.
            </p>
          )}
          {areListed && (
            <p>
              {state.isPublished ? 'What changes for visitors' : 'What has changed since it was last published'}:{' '}
              {summaryOf(changes)}.
            </p>
          )}
        </div>
        {areListed && <ChangesList changes={changes} headingLevel={3} />}
        {isRenamed && (
          <>
            <p>Who asks for {pageAddress(state.live.name)} is led to the new address from then on.</p>
            <PageUses id={editor.id} />
          </>
        )}
        {!isSame && (
          <RadioGroup
            label="When"
            choices={[
              { value: 'now', label: 'Now' },
              { value: 'later', label: 'At a time' },
            ]}
            value={when}
            onChange={setWhen}
          />
        )}
        {when === 'later' && !isSame && (
          <DateField
            label="Date and time"
            mode="datetime"
            zone={timezone}
            help={`In the site's time zone, ${timezone.replaceAll('_', ' ')}.`}
            error={fault}
            value={typed}
            onValue={(next) => {
              setTyped(next);
              if (fault !== undefined) reset();
            }}
          />
        )}
      </div>
    </Dialog>
  );
}

function timeFault(at: string): string | undefined {
  if (at === '') return 'Enter a date and a time';
  const isPast = Date.parse(at) <= clock.now();
  return typedFault(at, 'datetime') ?? (isPast ? 'Choose a time that is still to come' : undefined);
}

function nextFullHour(): string {
  const hour = 3_600_000;
  return new Date(Math.ceil((clock.now() + hour / 2) / hour) * hour).toISOString();
}
