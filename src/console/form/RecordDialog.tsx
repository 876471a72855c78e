import { useId, useState, type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { RowChange } from '../../../domain/calls/row-parts.ts';
import { RetryKey } from '../../app/RetryKey.ts';
import { useCommand } from '../../app/useCommand.ts';
import { defaultsOf, toFormSchema } from '../../forms/shared/formSchema.ts';
import type { FieldErrors, FormData } from '../../forms/shared/formServices.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { singularInside } from '../../app/resourceNames.ts';
import { createRow, updateRow, versionOf } from '../engine/rowWrites.ts';
import styles from './form.module.css';
import { GeneratedForm } from './GeneratedForm.tsx';
import { changedFields, formDataOf, withoutNulls } from '../engine/recordChanges.ts';
import { useRefusalErrors } from './refusal.ts';
import { useSaveShortcut } from './useSaveShortcut.ts';

export interface RecordDialogProps {
  resource: ClientResource;
  title: string;
  /** Default: "Save block" of a block. */
  saveLabel?: string;
  /** Above the form. */
  lead?: ReactNode;
  /** The record that is edited. Default: a new one. */
  record?: Row;
  /** Values that the form starts with, beside those of the record or the schema's defaults. */
  values?: FormData;
  /** Default: all fields. */
  fields?: readonly string[];
  /** IANA zone of the times. Default: the site's. */
  zoneFor?: (data: FormData) => string;
  derive?: (before: FormData, after: FormData) => FormData;
  check?: (data: FormData) => FieldErrors;
  /** Asked before the form is saved; the form stays open unless it resolves to true. */
  confirm?: (data: FormData) => Promise<boolean>;
  /** Default: creates or updates the record. Rejects with the server's refusal. */
  write?: (data: FormData) => Promise<readonly RowChange[]>;
  onSaved: (changes: readonly RowChange[]) => void;
  /** Offers to delete the record. Asks for confirmation itself where it is needed. */
  onDelete?: (() => void) | undefined;
  onClose: () => void;
}

export function RecordDialog(props: RecordDialogProps) {
  const { resource, title, record, fields, confirm, derive, onSaved, onClose } = props;
  const saveLabel = props.saveLabel ?? `Save ${singularInside(resource)}`;
  const mode = record === undefined ? 'create' : 'update';
  const form = useId();
  const schema = resource.formSchema[mode];
  const [data, setData] = useState<FormData>(() => ({
    ...(record === undefined ? defaultsOf(toFormSchema(schema)) : formDataOf(record, schema)),
    ...props.values,
  }));
  const [retryKey] = useState(() => new RetryKey());
  useSaveShortcut(form);
  const writeRecord = (checked: FormData) =>
    record === undefined
      ? createRow(resource.name, withoutNulls(checked), retryKey)
      : updateRow(versionOf(resource.name, record), changedFields(formDataOf(record, schema), checked));
  const { run, isRunning, refusal } = useCommand(async (checked: FormData) => {
    if (confirm && !(await confirm(checked))) return;
    onSaved(await (props.write ?? writeRecord)(checked));
  });
  const serverErrors = useRefusalErrors(refusal);
  return (
    <Dialog
      title={title}
      width={560}
      onClose={onClose}
      actions={
        <>
          {props.onDelete !== undefined && (
            <Button variant="quiet" icon="trash-2" className={styles.first} onClick={props.onDelete}>
              <span className="phone-hidden">Delete</span>
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isRunning}>
            {isRunning ? 'Saving' : saveLabel}
          </Button>
        </>
      }
    >
      <div className={layout.stack4}>
        {props.lead}
        <GeneratedForm
          id={form}
          {...{ resource, mode, data, fields, serverErrors }}
          {...(record === undefined ? {} : { record })}
          {...(props.check === undefined ? {} : { check: props.check })}
          zone={props.zoneFor?.(data)}
          onChange={(next) => setData((before) => (derive ? derive(before, next) : next))}
          onSubmit={(checked) => void run(checked)}
        >
          {null}
        </GeneratedForm>
      </div>
    </Dialog>
  );
}
