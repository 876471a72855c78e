import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { FormGroup } from '../../../../../domain/generated/resources.ts';
import { COST_TYPES } from '../../../../../domain/requests/request-form.ts';
import type { CostType } from '../../../../../domain/requests/request-form.ts';
import { localRefusal } from '../../../../app/ApiError.ts';
import { callApi } from '../../../../app/callApi.ts';
import { RetryKey } from '../../../../app/RetryKey.ts';
import { useCommand } from '../../../../app/useCommand.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { SelectField } from '../../../../ui/SelectField.tsx';
import { TextField } from '../../../../ui/TextField.tsx';
import { COST_TEXTS } from '../../../../requests/costTexts.ts';
import { optionFor } from '../editor/names.ts';

interface NewFormDialogProps {
  groups: FormGroup[];
  groupId: number | null;
  taken: string[];
  onClose: () => void;
}

/** Asks for what a form requires; everything else is set in the editor. */
export function NewFormDialog({ groups, groupId, taken, onClose }: NewFormDialogProps) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [group, setGroup] = useState(groupId === null ? '' : String(groupId));
  const [costType, setCostType] = useState<CostType>('Free');
  const [use, setUse] = useState<'requests' | 'events'>('requests');
  const [retryKey] = useState(() => new RetryKey());

  const command = useCommand(async () => {
    if (title.trim() === '') {
      const fault = 'This field is required';
      throw localRefusal(fault, { title: fault });
    }
    const body = {
      title: title.trim(),
      name: optionFor(title, taken),
      groupId: group === '' ? null : Number(group),
      costType: use === 'events' ? ('Free' as const) : costType,
      forEvents: use === 'events',
      active: true,
    };
    const form = await retryKey.send(body, (key) =>
      callApi('POST /api/:resource', { params: { resource: 'forms' }, body, key }),
    );
    await navigate(`/requests/manage/form/${String(form['id'])}`);
  });

  return (
    <Dialog
      title="New form"
      width={520}
      closeButton
      cancel="Back"
      refusal={command.fieldErrors['title'] === undefined ? command.refusal : null}
      answer={{ label: 'Create form', form: true, busy: command.isRunning, onAnswer: command.run }}
      onClose={onClose}
    >
      <TextField
        label="Title"
        maxLength={120}
        error={command.fieldErrors['title']}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <SelectField
        label="Group"
        placeholder="In no group"
        options={groups.map(({ id, title: label }) => ({ value: String(id), label }))}
        value={group}
        onChange={(event) => setGroup(event.target.value)}
      />
      <SelectField
        label="Used for"
        help={
          use === 'events'
            ? 'People fill it in when they sign up. Choose it in the settings of the event.'
            : 'People fill it in to make a request.'
        }
        options={[
          { value: 'requests', label: 'Requests' },
          { value: 'events', label: 'Sign-up for events' },
        ]}
        value={use}
        onChange={(event) => setUse(event.target.value === 'events' ? 'events' : 'requests')}
      />
      {use === 'requests' && (
        <SelectField
          label="Cost"
          help={COST_TEXTS[costType].meaning}
          options={COST_TYPES.map((value) => ({ value, label: COST_TEXTS[value].title }))}
          value={costType}
          onChange={(event) => setCostType(COST_TYPES.find((type) => type === event.target.value) ?? 'Free')}
        />
      )}
    </Dialog>
  );
}
