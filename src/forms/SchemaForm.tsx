import { toFieldPathId, type ErrorSchema, type FieldPathList, type RJSFSchema } from '@rjsf/utils';
import { useCallback, useId, useLayoutEffect, useMemo, useRef, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../ui/classNames.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import {
  FormDataContext,
  FormEnvironmentContext,
  FormErrorsContext,
  FormLayoutContext,
  InsertedPartContext,
  type FormEnvironment,
} from './shared/FormEnvironment.ts';
import type { FieldErrors, FormData } from './shared/formServices.ts';
import { isEmptyValue } from './shared/formSchema.ts';
import { controlAt, fieldAt, goTo } from './shared/places.ts';
import { registryOf, SchemaField, uiSchemaOf } from './registry.ts';
import type { SchemaFormProps } from './schemaFormProps.ts';
import { missingText } from './validationMessages.ts';
import styles from './SchemaForm.module.css';
import { useFormErrors } from './useFormErrors.ts';

/** A form for a flat JSON schema: RJSF with our widgets, messages, sections and error summary. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, data, disabled = false } = props;
  const prefix = `f${useId().replaceAll(/[^a-z0-9]/gi, '')}`;
  const { environment, busy } = useEnvironment(props);
  const form = useFormErrors(props, busy);
  const registry = useMemo(() => registryOf(schema, prefix), [schema, prefix]);
  const uiSchema = useMemo(() => uiSchemaOf(schema), [schema]);
  const visible = props.visible?.(data);
  const sections = useMemo(
    () => props.sections ?? [{ section: '', fields: Object.keys(schema.properties) }],
    [props.sections, schema],
  );
  const { summarize } = props;
  const layout = useMemo(() => ({ sections, visible, summarize }), [sections, visible, summarize]);
  const rootPath = useMemo(() => toFieldPathId('', registry.globalFormOptions), [registry]);
  const errorSchema = useMemo(() => errorSchemaOf(form.errors), [form.errors]);

  const onChange = useFieldChange(props, form.onFieldChange);
  const leaving = useFieldLeave(prefix, schema, (field) => void form.onFieldLeave(field));

  return (
    <FormEnvironmentContext value={environment}>
      <FormLayoutContext value={layout}>
        <div className={styles.schemaForm}>
          {props.hasSummary !== false && (
            <ErrorSummary
              errors={form.errors}
              attempt={form.attempt}
              labelOf={(place) => schema.properties[fieldAt(place)]?.title ?? fieldAt(place)}
              missingText={(field) => missingText(schema.properties[field], field)}
              onGoTo={(place) => goTo(controlAt(place, (id) => document.getElementById(`${prefix}_${id}`)))}
            />
          )}
          <FormErrorsContext value={form.errors}>
            <form
              {...(props.id === undefined ? {} : { id: props.id })}
              className={classNames(styles.form, props.className)}
              noValidate
              {...leaving}
              onSubmit={(event) => {
                event.preventDefault();
                // Submit events of forms in nested dialogs bubble through the React tree.
                if (event.target !== event.currentTarget) return;
                commitEdited();
                void form.submit();
              }}
            >
              <InsertedPartContext value={props.inserted ?? null}>
                <FormDataContext value={data}>
                  <SchemaField
                    name=""
                    schema={schema as RJSFSchema}
                    uiSchema={uiSchema}
                    fieldPathId={rootPath}
                    registry={registry}
                    formData={data}
                    errorSchema={errorSchema}
                    disabled={disabled}
                    onChange={onChange}
                    onBlur={ignore}
                    onFocus={ignore}
                  />
                </FormDataContext>
              </InsertedPartContext>
              {props.children}
            </form>
          </FormErrorsContext>
        </div>
      </FormLayoutContext>
    </FormEnvironmentContext>
  );
}

/** What the widgets share, and the fields that delay submission. */
function useEnvironment({ services, timezone, pickable, dayLimits }: SchemaFormProps) {
  const busy = useRef(new Set<string>());
  const environment = useMemo(
    (): FormEnvironment => ({
      services,
      timezone,
      pickable,
      dayLimits,
      files: new Map((services.files ?? []).map((file) => [file.id, file])),
      setBusy: (field, isBusy) => (isBusy ? busy.current.add(field) : busy.current.delete(field)),
    }),
    [services, timezone, pickable, dayLimits],
  );
  return { environment, busy };
}

type FieldChange = (data: FormData, field: string) => void;

/** A stable callback for changes, so that a keystroke re-renders a single field. */
function useFieldChange(props: SchemaFormProps, onFieldChange: FieldChange) {
  const { data } = props;
  // Two fields may change before the next render.
  const held = useRef(data);
  const change = (value: unknown, field: string) => {
    const settled = { ...held.current, [field]: value };
    if (isEmptyValue(value, props.schema.properties[field])) {
      if (props.cleared === 'null') settled[field] = null;
      else delete settled[field];
    }
    held.current = settled;
    onFieldChange(settled, field);
    props.onChange(settled, field);
  };
  const latestChange = useRef(change);
  useLayoutEffect(() => {
    latestChange.current = change;
    held.current = data;
  });
  return useCallback((value: unknown, path: FieldPathList) => latestChange.current(value, String(path[0])), []);
}

/** Calls `onLeave` with a field once the focus is in none of its controls any more. */
function useFieldLeave(prefix: string, { properties }: SchemaFormProps['schema'], onLeave: (field: string) => void) {
  const fieldOf = (element: EventTarget | null): string | undefined => {
    const id = element instanceof HTMLElement && element.id.startsWith(`${prefix}_`) ? element.id : null;
    if (id === null) return undefined;
    const place = id.slice(prefix.length + 1);
    const names = Object.keys(properties).filter((name) => place === name || /^[-_]/.test(place.slice(name.length)));
    return names.filter((name) => place.startsWith(name)).toSorted((a, b) => b.length - a.length)[0];
  };
  return {
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const field = fieldOf(target);
      if (field !== undefined && fieldOf(relatedTarget) !== field) onLeave(field);
    },
  };
}

/** Commits pending input of the focused field as if it lost focus. */
function commitEdited(): void {
  const edited = document.activeElement;
  if (!(edited instanceof HTMLElement)) return;
  flushSync(() => edited.blur());
  edited.focus({ preventScroll: true });
}

const ignore = () => undefined;

function errorSchemaOf(errors: FieldErrors): ErrorSchema {
  const fields = new Set(
    Object.keys(errors)
      .map(fieldAt)
      .filter((field) => field !== ''),
  );
  const fieldMessages = (field: string) =>
    Object.entries(errors).flatMap(([place, message]) => (fieldAt(place) === field ? [message] : []));
  return Object.fromEntries([...fields].map((field) => [field, { __errors: fieldMessages(field) }])) as ErrorSchema;
}
