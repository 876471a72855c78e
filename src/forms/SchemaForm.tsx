import RjsfForm from '@rjsf/core';
import type { ErrorSchema, RegistryFieldsType, RJSFSchema, TemplatesType, UiSchema } from '@rjsf/utils';
import { useId, useMemo, useRef } from 'react';
import { classNames } from '../ui/classNames.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import { FormEnvironmentContext, FormErrorsContext, FormLayoutContext } from './FormEnvironment.ts';
import type { FormEnvironment } from './FormEnvironment.ts';
import type { FieldErrors, FormData } from './formServices.ts';
import { isEmptyValue } from './formSchema.ts';
import type { FormSchema } from './formSchema.ts';
import { controlAt, fieldAt, goTo } from './places.ts';
import { acceptingValidator } from './precompiledValidator.ts';
import { PropertyField } from './PropertyField.tsx';
import { SectionsTemplate } from './SectionsTemplate.tsx';
import type { SchemaFormProps } from './schemaFormProps.ts';
import styles from './SchemaForm.module.css';
import { useFormErrors } from './useFormErrors.ts';

const FIELDS: RegistryFieldsType = { PropertyField };
const TEMPLATES: Partial<TemplatesType> = { FieldTemplate: FieldFrame, ObjectFieldTemplate: SectionsTemplate };

/** Defaults come from `defaultsOf` at the start; filled in later they would come back whenever a field is emptied. */
const NO_DEFAULTS = { emptyObjectFields: 'skipDefaults', allOf: 'skipDefaults' } as const;

/** A form over a flat JSON schema: RJSF with our widgets, messages, sections and error summary. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, data, services, timezone, disabled = false } = props;
  const prefix = `f${useId().replaceAll(/[^a-z0-9]/gi, '')}`;
  const busy = useRef(new Set<string>());
  const environment = useMemo(
    (): FormEnvironment => ({
      services,
      timezone,
      files: new Map((services.files ?? []).map((file) => [file.id, file])),
      setBusy: (field, isBusy) => (isBusy ? busy.current.add(field) : busy.current.delete(field)),
    }),
    [services, timezone],
  );
  const form = useFormErrors(props, busy);
  const uiSchema = useMemo(() => uiSchemaOf(schema, props.uiSchema), [schema, props.uiSchema]);
  const visible = props.visible?.(data);
  const sections = useMemo(
    () => props.sections ?? [{ section: '', fields: Object.keys(schema.properties) }],
    [props.sections, schema],
  );
  const layout = useMemo(() => ({ sections, visible }), [sections, visible]);
  const extraErrors = useMemo(() => errorSchemaOf(form.errors), [form.errors]);

  const change = (next: FormData, field: string) => {
    const settled = { ...next };
    if (isEmptyValue(settled[field])) {
      if (props.cleared === 'null') settled[field] = null;
      else delete settled[field];
    }
    form.onFieldChange(settled, field);
    props.onChange(settled, field);
  };

  return (
    <FormEnvironmentContext value={environment}>
      <FormLayoutContext value={layout}>
        <div className={styles.schemaForm}>
          <ErrorSummary
            errors={form.errors}
            attempt={form.attempt}
            labelOf={(place) => schema.properties[fieldAt(place)]?.title ?? fieldAt(place)}
            onGoTo={(place) => goTo(controlAt(place, (id) => document.getElementById(`${prefix}_${id}`)))}
          />
          <FormErrorsContext value={form.errors}>
            <RjsfForm
              {...(props.id === undefined ? {} : { id: props.id })}
              className={classNames(styles.form, props.className)}
              idPrefix={prefix}
              schema={schema as RJSFSchema}
              uiSchema={uiSchema}
              validator={acceptingValidator.rjsf}
              fields={FIELDS}
              templates={TEMPLATES}
              formData={data}
              disabled={disabled}
              extraErrors={extraErrors}
              noValidate
              noHtml5Validate
              showErrorList={false}
              experimental_defaultFormStateBehavior={NO_DEFAULTS}
              experimental_componentUpdateStrategy="shallow"
              onChange={({ formData }, id) => change((formData ?? {}) as FormData, id?.slice(prefix.length + 1) ?? '')}
              onSubmit={() => void form.submit()}
            >
              {props.children ?? <></>}
            </RjsfForm>
          </FormErrorsContext>
        </div>
      </FormLayoutContext>
    </FormEnvironmentContext>
  );
}

/** Every property is drawn by our one field. */
function uiSchemaOf(schema: FormSchema, given: UiSchema | undefined): UiSchema {
  const fields = Object.keys(schema.properties).map((name): [string, UiSchema] => [
    name,
    { ...given?.[name], 'ui:field': 'PropertyField' },
  ]);
  return { ...given, ...Object.fromEntries(fields), 'ui:submitButtonOptions': { norender: true } };
}

function errorSchemaOf(errors: FieldErrors): ErrorSchema {
  const fields = new Set(
    Object.keys(errors)
      .map(fieldAt)
      .filter((field) => field !== ''),
  );
  const messagesOf = (field: string) =>
    Object.entries(errors).flatMap(([place, message]) => (fieldAt(place) === field ? [message] : []));
  return Object.fromEntries([...fields].map((field) => [field, { __errors: messagesOf(field) }])) as ErrorSchema;
}
