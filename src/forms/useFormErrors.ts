import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { FieldErrors, FormData } from './formServices.ts';
import { checkedData, isEmptyValue, type FormSchema } from './formSchema.ts';
import { fieldAt } from './places.ts';
import { acceptingValidator, loadValidator, type FormValidator } from './precompiledValidator.ts';
import type { SchemaFormProps } from './schemaFormProps.ts';
import { faultMessages, REQUIRED } from './validationMessages.ts';

const UPLOADING = 'Wait until the file has been sent, or cancel it';

/** Nothing is shown before the first submit; afterwards corrected errors disappear, and new ones appear with the next submit. */
export function useFormErrors(props: SchemaFormProps, busy: RefObject<ReadonlySet<string>>) {
  const { schema, validatorUrl, serverErrors, compiledSchema = props.schema } = props;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState(0);
  const [validator, setValidator] = useState<FormValidator>(acceptingValidator);
  const [shownServerErrors, setShownServerErrors] = useState<typeof serverErrors>(undefined);

  const load = async (): Promise<FormValidator> =>
    validatorUrl === null
      ? acceptingValidator
      : loadValidator(validatorUrl, compiledSchema).catch(() => acceptingValidator);

  if (serverErrors !== shownServerErrors) {
    setShownServerErrors(serverErrors);
    if (serverErrors) {
      setErrors(flatten(serverErrors));
      if (!props.isRefusalShown) setAttempt(attempt + 1);
    }
  }

  /** The validator that the first change has loaded, so that the submit need not wait for it. */
  const preparedUrl = useRef<string | null>(null);

  // Input committed by the submit itself is only available one render later.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const onFieldChange = (data: FormData, field: string) => {
    if (preparedUrl.current !== validatorUrl) {
      preparedUrl.current = validatorUrl;
      void load().then(setValidator);
    }
    if (Object.keys(errors).length === 0) return;
    const isMine = ([place]: [string, string]) => fieldAt(place) === field;
    const all = Object.entries(errors);
    const mine = all.some(isMine) ? Object.entries(validationFaults(props, data, validator)).filter(isMine) : [];
    const visible = props.visible?.(data);
    const others = all.filter(
      (error) => error[0] !== '' && !isMine(error) && (visible?.has(fieldAt(error[0])) ?? true),
    );
    setErrors(inOrder(schema.properties, Object.fromEntries([...others, ...mine])));
  };

  const submit = async () => {
    const by = await load();
    setValidator(by);
    const { data, onSubmit, prune } = latest.current;
    const uploading = Object.fromEntries([...busy.current].map((field) => [field, UPLOADING]));
    const found = inOrder(schema.properties, { ...validationFaults(props, data, by), ...uploading });
    setErrors(found);
    if (Object.keys(found).length > 0) setAttempt((count) => count + 1);
    else onSubmit(prune?.(data) ?? data);
  };

  return { errors, attempt, onFieldChange, submit };
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

/** What a form without a compiled validator can say before the server does. */
function missingFields({ required = [] }: FormSchema, data: FormData): FieldErrors {
  const missing = required.filter((name) => isEmptyValue(data[name]) || String(data[name]).trim() === '');
  return Object.fromEntries(missing.map((name) => [name, REQUIRED]));
}

/** Errors in page order, so that the summary follows the form. */
function inOrder(properties: object, errors: FieldErrors): FieldErrors {
  const order = Object.keys(properties);
  const rank = (place: string) => (order.includes(fieldAt(place)) ? order.indexOf(fieldAt(place)) : order.length);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)));
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
