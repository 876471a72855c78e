import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pageNameFor } from '../../../../../domain/content/content.ts';
import type { PageListEntry, PageType } from '../../../../../domain/calls/pages.ts';
import { localRefusal } from '../../../../app/ApiError.ts';
import { callApi } from '../../../../app/callApi.ts';
import { useCommand } from '../../../../app/useCommand.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../../ui/RadioGroup.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { PAGE_TYPES } from '../pageTypes.ts';

interface NewPageDialogProps {
  /** The page whose content is copied; null for an empty page. */
  source: PageListEntry | null;
  /** Names in use. */
  taken: readonly string[];
  onClose: () => void;
}

/** Asks for what a page requires; everything else is set in the editor. */
export function NewPageDialog({ source, taken, onClose }: NewPageDialogProps) {
  const navigate = useNavigate();
  const [title, setTitle] = useState(source ? `${source.title} (copy)` : '');
  const [ownName, setOwnName] = useState<string | null>(null);
  const [type, setType] = useState<PageType>(source?.type ?? 'Standard');
  const name = ownName ?? unique(pageNameFor(title), taken);

  const command = useCommand(async () => {
    const faults = faultsOf(title, name, taken);
    if (Object.keys(faults).length > 0) throw localRefusal('Correct the marked fields.', faults);
    const page = await callApi('POST /api/content/pages', {
      body: { title: title.trim(), name, ...(source ? { copyOf: source.id } : { type }) },
    });
    await navigate(`/content/managecards/${encodeURIComponent(page.name)}`);
  });
  const isAtField = (command.fieldErrors['title'] ?? command.fieldErrors['name']) !== undefined;
  return (
    <Dialog
      title={source ? `Duplicate “${source.title}”` : 'New page'}
      width={560}
      closeButton
      cancel="Back"
      refusal={isAtField ? null : command.refusal}
      answer={{
        label: source ? 'Duplicate page' : 'Create page',
        form: true,
        busy: command.isRunning,
        onAnswer: command.run,
      }}
      onClose={onClose}
    >
      <TextField
        label="Title"
        maxLength={120}
        error={command.fieldErrors['title']}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label="Address"
        help="Small letters, digits and hyphens. It follows the title until you change it."
        prefix="/content/static/"
        maxLength={80}
        spellCheck={false}
        error={command.fieldErrors['name']}
        value={name}
        onChange={(event) => setOwnName(event.target.value)}
      />
      {source && (
        <p>
          The copy has the same text and cards. It starts unpublished and outside the navigation; publication times,
          former addresses and draft links are not copied.
        </p>
      )}
      {!source && (
        <RadioGroup
          label="Type"
          choices={PAGE_TYPES.map((one) => ({ value: one.type, label: one.label, help: one.meaning }))}
          value={type}
          onChange={(value) => setType(PAGE_TYPES.find((one) => one.type === value)?.type ?? 'Standard')}
        />
      )}
    </Dialog>
  );
}

function faultsOf(title: string, name: string, taken: readonly string[]): Record<string, string> {
  return {
    ...(title.trim() === '' ? { title: 'This field is required' } : {}),
    ...(title.trim() !== '' && name === '' ? { name: 'This field is required' } : {}),
    ...(name !== '' && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
      ? { name: 'Use small letters, digits and single hyphens, like opening-hours' }
      : {}),
    ...(taken.includes(name) ? { name: 'Another page has this address' } : {}),
  };
}

function unique(base: string, taken: readonly string[]): string {
  let name = base;
  for (let count = 2; name !== '' && taken.includes(name); count += 1) name = `${base}-${count}`;
  return name;
}
