import { formatInstant } from '../../../../../domain/values/formats.ts';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { pageAddress } from '../../../../../domain/content/content.ts';
import { isUnchanged, type PageChanges } from './pageChanges.ts';
import { localRefusal } from '../../../../app/ApiError.ts';
import { useCommand } from '../../../../app/useCommand.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { useModel } from '../../../../app/useModel.ts';
import { clock } from '../../../../ui/clock.ts';
import { DateField } from '../../../../ui/datePicker/DateField.tsx';
import { typedFault } from '../../../../ui/datePicker/typed.ts';
import layout from '../../../../ui/layout.module.css';
import { RadioGroup } from '../../../../ui/RadioGroup.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { PageUses } from '../PageUses.tsx';
import { ChangesList, summarizeChanges } from './ChangesList.tsx';
import type { PageEditing } from './usePageEditor.ts';

interface PublishDialogProps {
  editor: PageEditing;
  isLater: boolean;
  onClose: () => void;
}

/** Shows what will be published, and when. */
export function PublishDialog({ editor, isLater, onClose }: PublishDialogProps) {
  const { content, state, compare } = editor;
  const { timezone } = useModel().site;
  const [when, setWhen] = useState(isLater ? 'later' : 'now');
  const [time, setTime] = useState(() => state.publishAt ?? nextFullHour());
  const changes = compare(state.live, content);
  const isSame = state.isPublished && isUnchanged(changes);
  // Read from the top, rather than from the first input, which follows a long comparison.
  const intro = useRef<HTMLDivElement>(null);
  useEffect(() => intro.current?.focus(), []);
  const at = when === 'later' ? time : null;
  const command = useCommand(async () => {
    const fault = isSame || at === null ? undefined : timeFault(at);
    if (fault !== undefined) throw localRefusal(fault, { at: fault });
    if (isSame) await editor.discard();
    else if (await editor.publish(at))
      showToast(at === null ? 'The page is published' : `Publication scheduled for ${formatInstant(at, timezone)}`);
    onClose();
  });
  return (
    <Dialog
      title={`Publish “${content.title || 'Untitled page'}”`}
      width={760}
      closeButton
      cancel="Back"
      refusal={command.fieldErrors['at'] === undefined ? command.refusal : null}
      answer={{
        label: isSame ? 'Discard draft' : when === 'now' ? 'Publish now' : 'Schedule',
        variant: isSame ? 'secondary' : 'primary',
        form: true,
        busy: command.isRunning,
        onAnswer: command.run,
      }}
      onClose={onClose}
    >
      <PageDifferences editor={editor} changes={changes} introRef={intro} />
      {!isSame && (
        <RadioGroup
          label="When"
          choices={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
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
          help={`In the site’s time zone, ${timezone.replaceAll('_', ' ')}.`}
          error={command.fieldErrors['at']}
          value={time}
          onValue={(next) => {
            setTime(next);
            if (command.fieldErrors['at'] !== undefined) command.reset();
          }}
        />
      )}
    </Dialog>
  );
}

interface PageDifferencesProps {
  editor: PageEditing;
  changes: PageChanges;
  introRef: RefObject<HTMLDivElement | null>;
}

function PageDifferences({ editor: { id, content, state, versions }, changes, introRef }: PageDifferencesProps) {
  const isFirst = !state.isPublished && !versions.some(({ kind }) => kind === 'published');
  const areListed = !isFirst && !isUnchanged(changes);
  return (
    <>
      <div ref={introRef} tabIndex={-1} className={layout.stack2}>
        {state.isPublished && isUnchanged(changes) && <p>There are no changes to publish.</p>}
        {!state.isPublished && (
          <p>
            {isFirst ? 'This page has not been published before.' : 'Visitors cannot see this page now.'} They will see
            it at <strong>{pageAddress(content.name)}</strong>.
          </p>
        )}
        {areListed && (
          <p>
            {state.isPublished ? 'What changes for visitors' : 'Changes since the last publication'}:{' '}
            {summarizeChanges(changes)}.
          </p>
        )}
      </div>
      {areListed && <ChangesList changes={changes} headingLevel={3} />}
      {state.isPublished && state.live.name !== content.name && (
        <>
          <p>Visitors to {pageAddress(state.live.name)} will be redirected to the new address.</p>
          <PageUses id={id} />
        </>
      )}
    </>
  );
}

function timeFault(at: string): string | undefined {
  if (at === '') return 'Enter a date and a time';
  const isPast = Date.parse(at) <= clock.now();
  return typedFault(at, 'datetime') ?? (isPast ? 'Choose a time in the future' : undefined);
}

function nextFullHour(): string {
  const hour = 3_600_000;
  return new Date(Math.ceil((clock.now() + hour / 2) / hour) * hour).toISOString();
}
