/** What the stand-in answers with, as Stripe writes it: objects of text, numbers and nested objects. */
export interface StripeObject {
  id: string;
  object: string;
  [key: string]: unknown;
}

export type Fields = Record<string, string>;

/** An error in Stripe's format. */
export class WireError extends Error {
  readonly status: number;
  readonly details: { type: string; code?: string; param?: string };
  constructor(status: number, message: string, details: WireError['details']) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export function invalid(message: string, more: { code?: string; param?: string; status?: number } = {}): WireError {
  const { status = 400, ...details } = more;
  return new WireError(status, message, { type: 'invalid_request_error', ...details });
}

export function missing(kind: string, id: string): WireError {
  return invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id', status: 404 });
}

/** Form encoding with brackets, which stay in the names: `line_items[0][quantity]`. */
export function readForm(text: string): Fields {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The entries of one object of a form: `metadata[paymentId]=7` is { paymentId: '7' }. */
export function nestedFields(form: Fields, name: string): Fields {
  const found = Object.entries(form).flatMap(([key, value]): [string, string][] => {
    const inner = key.startsWith(`${name}[`) && key.endsWith(']') ? key.slice(name.length + 1, -1) : '';
    return inner === '' ? [] : [[inner, value]];
  });
  return Object.fromEntries(found);
}

export function requiredText(form: Fields, name: string): string {
  const value = form[name];
  if (!value) throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  return value;
}

export function requiredWhole(form: Fields, name: string): number {
  const value = Number(requiredText(form, name));
  if (!Number.isSafeInteger(value) || value < 1)
    throw invalid(`Invalid positive integer`, { code: 'parameter_invalid_integer', param: name });
  return value;
}

/** The names in `expand[0]`, `expand[1]`. */
export function expansions(form: Fields): string[] {
  return Object.entries(form).flatMap(([key, value]) => (/^expand\[\d*\]$/.test(key) ? [value] : []));
}
