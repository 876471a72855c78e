export type TextInput = HTMLInputElement | HTMLTextAreaElement;

const TEXT_TYPES = ['text', 'password', 'search', 'tel', 'email', 'url'];

export function isTextInput(target: EventTarget | null): target is TextInput {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && TEXT_TYPES.includes(target.type);
}

/** As if a person had changed it, so that React notices. */
export function setFieldValue(field: TextInput, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replaces the selection, as far as `maxLength` leaves room. */
export function insertText(field: TextInput, text: string): void {
  const { start, end } = selectionOf(field);
  const room = field.maxLength < 0 ? text.length : field.maxLength - field.value.length + end - start;
  replaceText(field, { start, end }, text.slice(0, Math.max(0, room)));
}

/** Deletes the selection, or the character before the caret. */
export function deleteText(field: TextInput): void {
  const { start, end } = selectionOf(field);
  const length = start < end ? 0 : ([...field.value.slice(0, start)].at(-1)?.length ?? 0);
  replaceText(field, { start: start - length, end }, '');
}

/** Whether a sentence or a word of a name would begin here. Passwords and addresses have no capitals of their own. */
export function startsWithCapital(field: TextInput | null): boolean {
  if (field === null || ['password', 'email', 'url'].includes(field.type) || field.autocapitalize === 'none')
    return false;
  const before = field.value.slice(0, selectionOf(field).start);
  return before === '' || /\s$/.test(before);
}

interface Selection {
  start: number;
  end: number;
}

/** Fields for email addresses have none that code can read: the end. */
function selectionOf(field: TextInput): Selection {
  const end = field.selectionEnd ?? field.value.length;
  return { start: field.selectionStart ?? end, end };
}

function replaceText(field: TextInput, { start, end }: Selection, text: string): void {
  const { value, selectionStart } = field;
  setFieldValue(field, value.slice(0, start) + text + value.slice(end));
  const caret = start + text.length;
  if (selectionStart !== null) field.setSelectionRange(caret, caret);
}
