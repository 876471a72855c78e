import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { FieldErrors, FormData } from './shared/formServices.ts';
import { checkedData, isEmptyValue, type FormProperty, type FormSchema } from './shared/formSchema.ts';
import { fieldAt } from './shared/places.ts';
import { acceptingValidator, loadValidator, type FormValidator } from './precompiledValidator.ts';
import type { SchemaFormProps } from './schemaFormProps.ts';
import { faultMessages, REQUIRED, saysItself } from './validationMessages.ts';

const UPLOADING = 'Wait until the file has been uploaded, or cancel it';

/** The last attempt to submit. */
export interface Attempt {
  /** Why it was refused: no errors before the first attempt and after an accepted one. */
  errors: FieldErrors;
  /** Incremented with each refusal that the form's summary shows. */
  count: number;
}

/**
 * What is wrong with an answer is shown when its field is left, what is missing when the form is submitted. Corrected errors disappear
 * immediately, also those that another field corrects.
 */
export function useFormErrors(props: SchemaFormProps, busy: RefObject<ReadonlySet<string>>) {
  const { schema, serverErrors } = props;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState<Attempt>({ errors: {}, count: 0 });
  /** Those that only the server knows: its refusal, and what was checked there before. */
  const [ofServer, setOfServer] = useState<FieldErrors>({});
  const [shownServerErrors, setShownServerErrors] = useState<typeof serverErrors>(undefined);
  const validator = useValidator(props);
  const visited = useRef(new Set<string>());

  if (serverErrors !== shownServerErrors) {
    setShownServerErrors(serverErrors);
    if (serverErrors) {
      const refused = flatten(serverErrors);
      setErrors(refused);
      setOfServer(refused);
      setAttempt({ errors: refused, count: attempt.count + (props.isRefusalShown ? 0 : 1) });
    }
  }

  // Input committed by the submit itself is only available one render later.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const onFieldChange = (data: FormData, field: string) => {
    validator.prepare();
    if (Object.keys(errors).length > 0)
      setErrors(uncorrected(errors, props, { data, field, by: validator.present, ofServer }));
  };

  const onFieldLeave = async (field: string) => {
    visited.current.add(field);
    const by = await validator.load();
    const { data } = latest.current;
    const found = enteredFaults(latest.current, by, visited.current);
    const later = found[field] === undefined ? await laterFault(latest.current, field) : {};
    if (latest.current.data !== data || Object.keys({ ...found, ...later }).length === 0) return;
    setOfServer((known) => ({ ...known, ...later }));
    setErrors((known) => inOrder(schema.properties, { ...known, ...found, ...later }));
  };

  const submit = async () => {
    const by = await validator.load();
    const { data, onSubmit, prune } = latest.current;
    const faults = { ...validationFaults(props, data, by), ...uploadFaults(busy.current) };
    const later = Object.keys(faults).length === 0 ? ((await props.checkLater?.(data)) ?? {}) : {};
    const found = inOrder(schema.properties, { ...faults, ...later });
    setOfServer(later);
    setErrors(found);
    const isRefused = Object.keys(found).length > 0;
    setAttempt(({ count }) => ({ errors: found, count: isRefused ? count + 1 : count }));
    if (!isRefused) onSubmit(prune?.(data) ?? data);
  };

  return { errors, attempt, onFieldChange, onFieldLeave, submit };
}

/** The form's validator; the first change loads it, so that the submit need not wait for it. */
function useValidator({ schema, validatorUrl, compiledSchema = schema }: SchemaFormProps) {
  const [present, setPresent] = useState<FormValidator>(acceptingValidator);
  const preparedUrl = useRef<string | null>(null);
  const load = async (): Promise<FormValidator> => {
    if (validatorUrl === null) return acceptingValidator;
    const by = await loadValidator(validatorUrl, compiledSchema).catch(() => acceptingValidator);
    setPresent(by);
    return by;
  };
  const prepare = () => {
    if (preparedUrl.current === validatorUrl) return;
    preparedUrl.current = validatorUrl;
    void load();
  };
  return { present, load, prepare };
}

interface Change {
  data: FormData;
  field: string;
  by: FormValidator;
  ofServer: FieldErrors;
}

/** The errors that are left after a change of a field. */
function uncorrected(errors: FieldErrors, props: SchemaFormProps, { data, field, by, ofServer }: Change): FieldErrors {
  const found = validationFaults(props, data, by);
  const visible = props.visible?.(data);
  const left = Object.entries(errors).flatMap(([place, message]) => {
    const own = fieldAt(place);
    if (place === '' || visible?.has(own) === false) return [];
    if (own !== field && place in ofServer) return [[place, message]];
    return Object.entries(found).filter(([other]) => other === place || (own === field && fieldAt(other) === own));
  });
  return inOrder(props.schema.properties, Object.fromEntries(left) as FieldErrors);
}

/** What is wrong with what was entered in these fields. */
function enteredFaults(props: SchemaFormProps, by: FormValidator, fields: ReadonlySet<string>): FieldErrors {
  const { data, schema } = props;
  const isShown = (field: string) =>
    fields.has(field) &&
    !isUnentered(data[field], schema.properties[field]) &&
    !saysItself(schema.properties[field], data[field]);
  return Object.fromEntries(
    Object.entries(validationFaults(props, data, by)).filter(([place]) => isShown(fieldAt(place))),
  );
}

async function laterFault({ data, schema, checkLater }: SchemaFormProps, field: string): Promise<FieldErrors> {
  const later = isUnentered(data[field], schema.properties[field]) ? undefined : await checkLater?.(data);
  const fault = later?.[field];
  return fault === undefined ? {} : { [field]: fault };
}

function validationFaults(props: SchemaFormProps, data: FormData, by: FormValidator): FieldErrors {
  const { schema } = props;
  const pruned = checkedData(schema, props.prune?.(data) ?? data);
  const found = Object.entries(faultMessages(by.findFaults(pruned), schema, pruned)).map(([place, message]) => [
    props.displayedPlace?.(place, data) ?? place,
    message,
  ]);
  const missing = props.validatorUrl === null ? missingFields(schema, pruned) : {};
  return { ...missing, ...Object.fromEntries(found), ...props.check?.(data) };
}

function uploadFaults(busy: ReadonlySet<string>): FieldErrors {
  return Object.fromEntries([...busy].map((field) => [field, UPLOADING]));
}

/** What a form without a compiled validator can say before the server does. */
function missingFields({ required = [], properties }: FormSchema, data: FormData): FieldErrors {
  const missing = required.filter(
    (name) => isEmptyValue(data[name], properties[name]) || String(data[name]).trim() === '',
  );
  return Object.fromEntries(missing.map((name) => [name, REQUIRED]));
}

/** Errors in page order, so that the summary follows the form. */
function inOrder(properties: object, errors: FieldErrors): FieldErrors {
  const order = Object.keys(properties);
  const rank = (place: string) => (order.includes(fieldAt(place)) ? order.indexOf(fieldAt(place)) : order.length);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)));
}

/** Nothing to check yet: what is missing is said at the submit. */
function isUnentered(value: unknown, property: FormProperty | undefined): boolean {
  return isEmptyValue(value, property) || (Array.isArray(value) && value.length === 0);
}

/** A problem's `errors` as flat messages; `root.serverError` applies to the form as a whole. */
function flatten(errors: Readonly<Record<string, unknown>>): FieldErrors {
  const entries = Object.entries(errors).map(([field, value]): [string, string] => {
    const isRoot = field === 'root' || field.startsWith('root.');
    return [isRoot ? '' : field.replaceAll('.', '/'), messageIn(value)];
  });
  return Object.fromEntries(entries);
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return 'Check this value';
  return Object.values(value).map(messageIn)[0] ?? 'Check this value';
}
