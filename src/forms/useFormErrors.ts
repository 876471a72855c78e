import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FieldErrors, FormData } from './formServices.ts';
import { checkedData } from './formSchema.ts';
import { fieldAt } from './places.ts';
import { acceptingValidator, loadValidator } from './precompiledValidator.ts';
import type { FormValidator } from './precompiledValidator.ts';
import type { SchemaFormProps } from './schemaFormProps.ts';
import { messagesOf } from './validationMessages.ts';

const UPLOADING = 'Wait until the file has been sent, or cancel it';

/**
 * The errors that a form shows. Nothing is said before the first attempt to send; after it, an error goes as soon as
 * its field is mended, and new ones appear with the next attempt.
 */
export function useFormErrors(props: SchemaFormProps, busy: RefObject<ReadonlySet<string>>) {
  const { schema, validatorUrl, serverErrors, compiledSchema = props.schema } = props;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [attempt, setAttempt] = useState(0);
  const [validator, setValidator] = useState<FormValidator>(acceptingValidator);
  const [shownServerErrors, setShownServerErrors] = useState<typeof serverErrors>(undefined);

  useEffect(() => {
    if (validatorUrl === null) return;
    let stale = false;
    // Loaded ahead of the first attempt; should it fail, that attempt tries again.
    loadValidator(validatorUrl, compiledSchema).then(
      (loaded) => {
        if (!stale) setValidator(loaded);
      },
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [validatorUrl, compiledSchema]);

  if (serverErrors !== shownServerErrors) {
    setShownServerErrors(serverErrors);
    if (serverErrors) {
      setErrors(flatten(serverErrors));
      if (!props.isRefusalTold) setAttempt(attempt + 1);
    }
  }

  // What the field with the focus hands over when the form is sent is there one render later than the event.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });

  const faultsOf = (data: FormData, by: FormValidator): FieldErrors => {
    const pruned = checkedData(schema, props.prune?.(data) ?? data);
    const found = Object.entries(messagesOf(by.faultsOf(pruned), schema, pruned)).map(([place, message]) => [
      props.placeOf?.(place, data) ?? place,
      message,
    ]);
    return { ...Object.fromEntries(found), ...props.check?.(data) };
  };

  const onFieldChange = (data: FormData, field: string) => {
    if (Object.keys(errors).length === 0) return;
    const isMine = ([place]: [string, string]) => fieldAt(place) === field;
    const all = Object.entries(errors);
    const mine = all.some(isMine) ? Object.entries(faultsOf(data, validator)).filter(isMine) : [];
    const visible = props.visible?.(data);
    const others = all.filter(
      (error) => error[0] !== '' && !isMine(error) && (visible?.has(fieldAt(error[0])) ?? true),
    );
    setErrors(inOrder(schema.properties, Object.fromEntries([...others, ...mine])));
  };

  const submit = async () => {
    const by =
      validatorUrl === null
        ? acceptingValidator
        : await loadValidator(validatorUrl, compiledSchema).catch(() => acceptingValidator);
    const { data, onSubmit, prune } = latest.current;
    const uploading = Object.fromEntries([...busy.current].map((field) => [field, UPLOADING]));
    const found = inOrder(schema.properties, { ...faultsOf(data, by), ...uploading });
    setErrors(found);
    if (Object.keys(found).length > 0) setAttempt((count) => count + 1);
    else onSubmit(prune?.(data) ?? data);
  };

  return { errors, attempt, onFieldChange, submit };
}

/** Errors in the order of the page, so that the summary reads as the form does. */
function inOrder(properties: object, errors: FieldErrors): FieldErrors {
  const order = Object.keys(properties);
  const rank = (place: string) => (order.includes(fieldAt(place)) ? order.indexOf(fieldAt(place)) : order.length);
  return Object.fromEntries(Object.entries(errors).sort(([a], [b]) => rank(a) - rank(b)));
}

/** `errors` of a Problem as plain messages; `root.serverError` concerns the form as a whole. */
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
