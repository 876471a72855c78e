import {
  visibleFields,
  type Answers,
  type RequestField,
  type RequestFormSchema,
} from '../../domain/requests/request-form.ts';

/** An answer to every field, as each becomes visible. `upload` stores a file for a field and returns its id. */
export async function validAnswers(
  schema: RequestFormSchema,
  upload: (field: string) => Promise<string>,
): Promise<Answers> {
  const answers: Answers = {};
  for (const name of schema['x-order']) {
    const field = schema.properties[name];
    if (!field || field['x-field'] === 'DisplayOnly' || !visibleFields(schema, answers).has(name)) continue;
    answers[name] = field['x-field'] === 'FileUpload' ? [await upload(name)] : validAnswer(field);
  }
  return answers;
}

function validAnswer({ type, format, enum: options, minimum = 1, minLength = 1 }: RequestField): Answers[string] {
  if (options) return type === 'array' ? options.slice(0, 2) : (options[0] ?? null);
  if (format === 'email') return 'someone@campus.example';
  if (format === 'date') return '2030-01-07';
  if (format === 'date-time') return '2030-01-07T15:00:00.000Z';
  if (type === 'boolean') return true;
  return type === 'string' ? 'x'.repeat(minLength) : minimum;
}

/** A value that a field of this kind refuses. */
export function wrongAnswer({ type, format, enum: options, maximum, maxLength }: RequestField): Answers[string] {
  if (options) return 'no such option';
  if (format !== undefined) return 'neither a day nor an address';
  if (type === 'array') return ['no file'];
  if (type === 'boolean') return 'perhaps';
  return type === 'string' ? 'x'.repeat((maxLength ?? 10_000) + 1) : (maximum ?? 1e12) + 1;
}
