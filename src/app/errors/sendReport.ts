import { REPORT_LENGTHS, REPORT_MAX_BYTES } from '../../../domain/values/constants.ts';

export interface ErrorPlace {
  component: string;
  routePath: string;
  props?: unknown;
  data?: unknown;
}

interface AddressedPlace extends ErrorPlace {
  address: string;
}

/** A render loop must not flood the log: each error is reported once, up to this many. */
const MOST_REPORTS = 20;
const reported = new Set<string>();

/** POST /api/EventLog/LogError in the specification's format. If the report fails, that is only logged to the console. */
export function sendReport(error: unknown, context: string, place: AddressedPlace): void {
  const full = {
    message: `${errorText(error).slice(0, REPORT_LENGTHS.message - context.length - 3)} [${context}]`,
    exception: error instanceof Error && error.stack ? error.stack : 'No stack trace',
    location: errorLocation(place),
  };
  const key = `${full.message} ${full.exception}`;
  if (reported.has(key) || reported.size >= MOST_REPORTS) return;
  reported.add(key);
  // The server's limit; browsers also refuse large keepalive requests from a closing page.
  const report = {
    ...full,
    exception: full.exception.slice(0, REPORT_LENGTHS.exception),
    location: full.location.slice(0, REPORT_LENGTHS.location),
  };
  fetch('/api/EventLog/LogError', {
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: jsonWithin(REPORT_MAX_BYTES, report),
  })
    .then((response) => {
      if (!response.ok) throw new Error(`The server answered with status ${response.status}`);
    })
    .catch((failure: unknown) => console.error('The error could not be reported', failure));
}

/** Truncates the longest part until the JSON fits: stack trace first, then the location. */
function jsonWithin(bytes: number, report: { message: string; exception: string; location: string }): string {
  const json = JSON.stringify(report);
  const excess = new TextEncoder().encode(json).length - bytes;
  if (excess <= 0) return json;
  const longest = report.exception.length > 1 ? 'exception' : report.location.length > 1 ? 'location' : 'message';
  // A character takes at most six bytes in JSON.
  const length = Math.max(1, report[longest].length - Math.ceil(excess / 6));
  return jsonWithin(bytes, { ...report, [longest]: report[longest].slice(0, length) });
}

function errorLocation({ component, routePath, props, data, address }: AddressedPlace): string {
  return [component, routePath, jsonText(props), jsonText(data), address].join(' - ');
}

function jsonText(value: unknown): string {
  return jsonOf(value)?.slice(0, 1000) ?? '{}';
}

/** A message for whatever was thrown: promises can reject with any value. */
function errorText(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  if (typeof error !== 'object' || error === null) return String(error);
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  return jsonOf(error) ?? Object.prototype.toString.call(error);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch {
    return undefined;
  }
}
