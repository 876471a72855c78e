import { formatCount, formatNumber } from '../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Identifier } from 'ra-core';
import { useMemo, useState } from 'react';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { GRACE } from '../../../domain/messages/grace.ts';
import { callApi } from '../../app/callApi.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { useCommand } from '../../app/useCommand.ts';
import { toFormSchema } from '../../forms/shared/formSchema.ts';
import { SchemaForm } from '../../forms/SchemaForm.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { showUndoable } from '../../ui/showUndoable.ts';
import { pluralInside, singularInside } from '../../app/resourceNames.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import { useFormServices } from '../engine/formServices.ts';
import { NOTICE, NoteField } from '../form/NoteField.tsx';
import layout from '../../ui/layout.module.css';

interface BulkEditDialogProps {
  resource: ClientResource;
  ids: readonly Identifier[];
  onClose: (done: boolean) => void;
}

/** Writes the values once their recipients are confirmed; `people` is null until they are counted. */
function useBulkEdit({ resource, ids, onClose }: BulkEditDialogProps, what: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] });
  const [people, setPeople] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const command = useCommand(async (data: Row) => {
    const change = { ids: [...ids], data };
    if (people === null && resource.config.notifiesOfChanges) {
      const params = { resource: resource.name };
      const plan = await callApi('POST /api/:resource/changes/plan', { params, body: change });
      if (plan.people > 0) return setPeople(plan.people);
    }
    const { changes } = await dataProvider.updateMany(resource.name, { ...change, note });
    void refresh();
    const undo = () => undoChanges(changes).finally(refresh);
    if (changes.length === 0) showToast(`${what} changed`);
    else showUndoable(`${what} changed`, undo, people === null ? undefined : GRACE);
    onClose(true);
  });
  return { ...command, people, setPeople, note, setNote };
}

/** Sets the same values on all selected rows; only the chosen fields change. All or none. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { resource, ids, onClose } = props;
  const { zone } = useConsole();
  const services = useFormServices();
  const [picked, setPicked] = useState<string[]>([]);
  const [data, setData] = useState<Record<string, unknown>>({});
  const writable = resource.fields.filter(
    ({ name, kind }) => resource.formSchema.update.properties[name] !== undefined && !KINDS[kind].owned,
  );
  const schema = useMemo(() => schemaOf(resource, picked), [resource, picked]);
  const what = `${formatNumber(ids.length)} ${ids.length === 1 ? singularInside(resource) : pluralInside(resource)}`;
  const edit = useBulkEdit(props, what);
  const { run, isRunning, refusal, people, setPeople } = edit;
  const save = () => run(pickedValues(picked, data, writable));
  const errors = refusal?.problem.errors;
  if (people !== null && !errors) return <NotifyDialog {...{ edit, people, what }} onAnswer={() => void save()} />;
  return (
    <Dialog
      title={`Edit ${what}`}
      width={560}
      closeButton
      onClose={() => onClose(false)}
      refusal={errors ? null : refusal}
      refusalTitle="Nothing was changed"
      answer={{ label: `Change ${what}`, form: 'bulk-edit', busy: isRunning, disabled: picked.length === 0 }}
    >
      <div className={layout.stack4}>
        <SelectField
          label="Fields to change"
          help="Other fields do not change. Leave a selected field blank to clear it."
          placeholder="Choose a field"
          value=""
          options={writable
            .filter((field) => !picked.includes(field.name))
            .map((field) => ({ value: field.name, label: field.title }))}
          onChange={(event) => event.target.value && setPicked([...picked, event.target.value])}
        />
        {picked.length > 0 && (
          <>
            <span>
              {picked.map((name) => (
                <Chip
                  key={name}
                  onRemove={() => setPicked(picked.filter((one) => one !== name))}
                  removeLabel={`Do not change ${fieldTitle(writable, name)}`}
                >
                  {fieldTitle(writable, name)}
                </Chip>
              ))}
            </span>
            <SchemaForm
              id="bulk-edit"
              schema={schema}
              validatorUrl={null}
              data={data}
              onChange={(next) => {
                setPeople(null);
                setData(next);
              }}
              onSubmit={() => void save()}
              serverErrors={errors}
              services={services}
              timezone={zone}
              cleared="null"
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface NotifyDialogProps {
  edit: ReturnType<typeof useBulkEdit>;
  people: number;
  what: string;
  onAnswer: () => void;
}

function NotifyDialog({ edit, people, what, onAnswer }: NotifyDialogProps) {
  return (
    <Dialog
      title={`Notify ${formatCount(people, 'person', 'people')}?`}
      cancel="Back"
      onClose={() => edit.setPeople(null)}
      refusal={edit.refusal}
      refusalTitle="Nothing was changed"
      answer={{ label: `Change ${what}`, busy: edit.isRunning, onAnswer }}
    >
      <NoteField note={edit.note} onNote={edit.setNote}>
        {NOTICE}
      </NoteField>
    </Dialog>
  );
}

function schemaOf({ formSchema: { update } }: ClientResource, picked: readonly string[]) {
  const isPicked = (name: string) => picked.includes(name);
  return toFormSchema({
    ...update,
    properties: Object.fromEntries(Object.entries(update.properties).filter(([name]) => isPicked(name))),
    required: (update.required ?? []).filter(isPicked),
  });
}

function pickedValues(picked: readonly string[], data: Record<string, unknown>, writable: readonly Field[]): Row {
  return Object.fromEntries(
    picked.map((name): [string, Json] => [
      name,
      (data[name] as Json | undefined) ?? blankOf(writable.find((field) => field.name === name)),
    ]),
  );
}

/** An untouched checkbox displays "no", so false is sent. */
function blankOf(field: Field | undefined): Json {
  return field && KINDS[field.kind].widget === 'boolean' ? false : null;
}

function fieldTitle(fields: readonly Field[], name: string): string {
  return fields.find((field) => field.name === name)?.title ?? name;
}
