import RjsfForm from '@rjsf/core';
import type { ErrorSchema, RegistryFieldsType, RJSFSchema, TemplatesType, UiSchema } from '@rjsf/utils';
import { useId, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import type { FormSection } from '../../domain/model.ts';
import { classNames } from '../ui/classNames.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import { FormEnvironmentContext, FormErrorsContext, FormLayoutContext } from './FormEnvironment.ts';
import type { FormEnvironment } from './FormEnvironment.ts';
import type { FieldErrors, FormData, FormServices } from './formServices.ts';
import { isEmptyValue } from './formSchema.ts';
import type { FormSchema } from './formSchema.ts';
import { controlAt, fieldAt, goTo } from './places.ts';
import { acceptingValidator } from './precompiledValidator.ts';
import { PropertyField } from './PropertyField.tsx';
import { SectionsTemplate } from './SectionsTemplate.tsx';
import styles from './SchemaForm.module.css';
import { useFormErrors } from './useFormErrors.ts';

export interface SchemaFormProps {
  schema: FormSchema;
  /** Address of the validator that the server compiled; null: only the server checks. */
  validatorUrl: string | null;
  /** The very schema that was compiled, where it differs from the one that is shown. */
  compiledSchema?: object;
  data: FormData;
  /** The whole data after a change, and the name of the field that changed. */
  onChange: (data: FormData, field: string) => void;
  /** Called with data that passed the check. */
  onSubmit: (data: FormData) => void;
  /** `errors` of a Problem: shown beside their fields until these change. Hand over a new object for each refusal. */
  serverErrors?: Readonly<Record<string, unknown>> | undefined;
  /** The refusal is told in full somewhere else, which has the focus. Default: it goes to the form's summary. */
  isRefusalTold?: boolean;
  services: FormServices;
  /** IANA zone in which instants are shown and typed. */
  timezone: string;
  /** Default: one section with all fields in the schema's order. */
  sections?: readonly FormSection[];
  /** RJSF's uiSchema by field: ui:help, ui:disabled ... Widgets follow from the schema. */
  uiSchema?: UiSchema;
  /** What an emptied field leaves behind. A merging PUT needs null. Default: absent. */
  cleared?: 'absent' | 'null';
  disabled?: boolean;
  /** Names of the fields to show for these data. Default: all. */
  visible?: (data: FormData) => ReadonlySet<string>;
  /** The data as they are checked and submitted: without what is hidden. */
  prune?: (data: FormData) => FormData;
  /** Where the form shows a place of the pruned data, if elsewhere. */
  placeOf?: (place: string, data: FormData) => string;
  /** Rules that the schema cannot say; their messages come before the schema's. */
  check?: (data: FormData) => FieldErrors;
  id?: string;
  className?: string;
  /** The actions under the fields: a button of type submit, at least. */
  children?: ReactNode;
}

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
