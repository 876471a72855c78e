import { useState, type FormEvent, type ReactNode } from 'react';
import type { Json } from '../../../../domain/values/json.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { TextAreaField } from '../../../ui/TextField.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import type { RecordFormProps } from '../../form/recordFormProps.ts';
import { FieldsChoice } from './FieldsChoice.tsx';
import { RowCondition } from './RowCondition.tsx';
import { ruleFields } from './ruleCondition.ts';
import { actionLabels, textList } from './describeRule.ts';
import { REQUIRED } from '../../../forms/validationMessages.ts';
import layout from '../../../ui/layout.module.css';
import styles from './permissions.module.css';

/** The form of a rule: role, resource, fields, and conditions on rows. */
export function RuleForm({ id, data, onChange, onSubmit, serverErrors, children }: RecordFormProps) {
  const { resources } = useConsole();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const errors = { ...messages(serverErrors), ...faults };
  const fields = ruleFields(resources, data['resource']);
  const actions = textList(data['actions']);
  const writes = actions.includes('create') || actions.includes('update');
  const set = (name: string, value: unknown) => {
    setFaults(({ [name]: _mended, ...rest }) => rest);
    onChange({ ...data, [name]: value });
  };
  const setResource = (name: string) => {
    const known = new Set(['*', ...ruleFields(resources, name).map((field) => field.name)]);
    onChange({
      ...data,
      resource: name,
      condition: null,
      readFields: textList(data['readFields']).filter((field) => known.has(field)),
      writeFields: textList(data['writeFields']).filter((field) => known.has(field)),
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = ruleFaults(data);
    setFaults(found);
    if (Object.keys(found).length === 0) onSubmit({ readFields: [], writeFields: [], ...data });
  };
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <FormErrors errors={errors} />
      <Target {...{ id, data, actions, errors }} onSet={set} onResource={setResource} />
      <Card title="Which fields">
        <div className={layout.stack6}>
          <FieldsChoice
            legend="Fields to read"
            fields={fields}
            chosen={textList(data['readFields'])}
            error={errors['readFields']}
            onChange={(names) => set('readFields', names)}
          />
          {writes && (
            <FieldsChoice
              legend="Fields to write"
              fields={fields.filter((field) => !field.readOnly)}
              chosen={textList(data['writeFields'])}
              error={errors['writeFields']}
              onChange={(names) => set('writeFields', names)}
            />
          )}
        </div>
      </Card>
      <Card title="Which rows">
        <div className={layout.stack6}>
          <RowCondition
            key={text(data['resource'])}
            fields={fields}
            condition={(data['condition'] ?? null) as Json}
            error={errors['condition']}
            onChange={(condition) => set('condition', condition)}
          />
          <TextAreaField
            label="Why"
            help="Explains the rule to other administrators."
            optional
            maxLength={300}
            rows={2}
            value={text(data['description'])}
            error={errors['description']}
            onChange={(event) => set('description', event.target.value || null)}
          />
        </div>
      </Card>
      {children}
    </form>
  );
}

interface TargetProps {
  id: string;
  data: Record<string, unknown>;
  actions: readonly string[];
  errors: Readonly<Record<string, string>>;
  onSet: (name: string, value: unknown) => void;
  onResource: (name: string) => void;
}

/** Who can do what with which resource. */
function Target({ id, data, actions, errors, onSet, onResource }: TargetProps) {
  const { model, resources } = useConsole();
  return (
    <Card title="Who and what">
      <div className={layout.stack6}>
        <SelectField
          label="Role"
          placeholder="Choose a role"
          value={text(data['role'])}
          error={errors['role']}
          options={model.roles
            .filter(({ capabilities }) => !capabilities.includes('everything'))
            .map((role) => ({ value: role.name, label: role.label }))}
          onChange={(event) => onSet('role', event.target.value)}
        />
        <SelectField
          label="Resource"
          placeholder="Choose a resource"
          value={text(data['resource'])}
          error={errors['resource']}
          options={[
            { value: '*', label: 'All resources' },
            ...resources.map((one) => ({ value: one.name, label: one.config.label })),
          ]}
          onChange={(event) => onResource(event.target.value)}
        />
        <Group legend="Allowed actions" id={`${id}-actions`} error={errors['actions']}>
          {Object.entries(actionLabels(resources, data['resource'])).map(([action, { label, help }]) => (
            <CheckboxField
              key={action}
              label={label}
              help={help}
              checked={actions.includes(action)}
              onChange={(event) =>
                onSet('actions', event.target.checked ? [...actions, action] : actions.filter((one) => one !== action))
              }
            />
          ))}
        </Group>
      </div>
    </Card>
  );
}

export function Group({
  legend,
  id,
  error,
  children,
}: {
  legend: string;
  id: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{legend}</legend>
      {children}
      <FieldError controlId={id}>{error}</FieldError>
    </fieldset>
  );
}

function FormErrors({ errors }: { errors: Record<string, string> }) {
  const count = Object.keys(errors).length;
  if (count === 0) return null;
  return (
    <Banner tone="error" title="This rule is not saved yet">
      {errors[''] ?? 'Fix the fields below.'}
    </Banner>
  );
}

function ruleFaults(data: Record<string, unknown>): Record<string, string> {
  return {
    ...(data['role'] ? {} : { role: REQUIRED }),
    ...(data['resource'] ? {} : { resource: REQUIRED }),
    ...(textList(data['actions']).length > 0 ? {} : { actions: 'Choose at least one' }),
  };
}

/** The `errors` of a Problem as one message per field; '' for the whole rule. */
function messages(errors: Record<string, unknown> | undefined): Record<string, string> {
  const entries = Object.entries(errors ?? {}).map(([name, value]): [string, string] => {
    const message =
      typeof value === 'string'
        ? value
        : (Object.values(value as Record<string, unknown>).map(String)[0] ?? 'Check this value');
    return [name === 'root' ? '' : (name.split(/[./]/)[0] ?? name), message];
  });
  return Object.fromEntries(entries);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
