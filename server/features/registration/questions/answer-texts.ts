import { formatInstant, formatMoney } from '../../../../domain/values/formats.ts';
import { idsIn } from '../../requests/answer-files.ts';
import {
  isUnanswered,
  optionLabel,
  type Answers,
  type RequestField,
  type RequestFormSchema,
} from '../../../../domain/requests/request-form.ts';

/** Question and answer, a line each, in the order of the form, without unanswered ones. */
export function answersText(
  schema: RequestFormSchema,
  answers: Answers,
  zone: string,
  fileNames: ReadonlyMap<string, string> = new Map(),
): string {
  return schema['x-order']
    .flatMap((name) => {
      const field = schema.properties[name];
      const value = answers[name];
      return field === undefined || value === undefined || isUnanswered(value)
        ? []
        : [
            `${field.title.replace(/[:?]?\s*$/, (end) => (end.startsWith('?') ? '?' : ':'))} ${answerText(field, value, zone, fileNames)}`,
          ];
    })
    .join('\n');
}

function answerText(
  field: RequestField,
  value: Answers[string],
  zone: string,
  fileNames: ReadonlyMap<string, string>,
): string {
  const text = String(value);
  switch (field['x-field']) {
    case 'Select':
      return optionLabel(field, text);
    case 'MultiSelect':
      return [value]
        .flat()
        .map((one) => optionLabel(field, String(one)))
        .join(', ');
    case 'Boolean':
      return value === true ? 'Yes' : 'No';
    case 'Cost':
      return formatMoney(Number(value));
    case 'DateTime':
      return formatInstant(text, zone);
    case 'FileUpload':
      return idsIn(value)
        .map((id) => fileNames.get(id.toLowerCase()) ?? id)
        .join(', ');
    case 'Integer':
    case 'Double':
      return field['x-unit'] ? `${text} ${field['x-unit']}` : text;
    default:
      return text;
  }
}
