/** Reads a delivery report (RFC 3464), which may come from anywhere: nothing in it is trusted, and its size is limited by the caller. */

export interface DeliveryReport {
  /** failed: given up. delayed: the server retries. Others report a delivery. */
  action: 'failed' | 'delayed' | 'delivered' | 'relayed' | 'expanded';
  /** "5.1.1" (RFC 3463) */
  status: string;
  /** What the server said, on one line. */
  answer: string;
}

const ACTIONS = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;
/** Reports have three parts; further ones are ignored. */
const MOST_PARTS = 10;
const MOST_ANSWER = 900;

/**
 * Statuses of addresses that do not exist, have moved, or are switched off. Others concern the sender or the mail, or
 * are temporary.
 */
const ADDRESS_STATUS = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)$/;

/** Whether it says that the address will never work. */
export function isAboutAddress({ action, status }: Pick<DeliveryReport, 'action' | 'status'>): boolean {
  return action === 'failed' && ADDRESS_STATUS.test(status);
}

/** The worst status of a recipient; null for anything but a delivery report. */
export function readDeliveryReport(source: string): DeliveryReport | null {
  const mail = splitHead(source.replace(/\r\n?/g, '\n'));
  const type = readHeader(mail.head, 'content-type');
  if (type === null || !/^multipart\/report\b/i.test(type)) return null;
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return null;
  const part = mimeParts(mail.body, boundary).find(({ head }) =>
    /^message\/(?:global-)?delivery-status\b/i.test(readHeader(head, 'content-type') ?? ''),
  );
  if (part === undefined) return null;
  // The first block concerns the whole mail, each further one a recipient.
  const blocks = decoded(part)
    .trim()
    .split(/\n[ \t]*\n/)
    .slice(0, MOST_PARTS)
    .flatMap((block) => reportIn(block) ?? []);
  return blocks.find(({ action }) => action === 'failed') ?? blocks[0] ?? null;
}

interface Part {
  head: string;
  body: string;
}

function splitHead(text: string): Part {
  const at = text.startsWith('\n') ? 0 : text.indexOf('\n\n');
  if (at === -1) return { head: text, body: '' };
  return { head: text.slice(0, at), body: text.slice(at).replace(/^\n{1,2}/, '') };
}

/** Splits one part at a time, so that an email with thousands of parts stays cheap. */
function mimeParts(body: string, boundary: string): Part[] {
  const line = `\n--${boundary}`;
  const text = `\n${body}`;
  const parts: Part[] = [];
  let at = text.indexOf(line);
  while (at !== -1 && parts.length < MOST_PARTS) {
    const start = text.indexOf('\n', at + line.length);
    if (start === -1 || text.startsWith('--', at + line.length)) break;
    const end = text.indexOf(line, start);
    parts.push(splitHead(text.slice(start + 1, end === -1 ? undefined : end)));
    at = end;
  }
  return parts;
}

function decoded({ head, body }: Part): string {
  return /^base64\b/i.test(readHeader(head, 'content-transfer-encoding') ?? '')
    ? Buffer.from(body, 'base64').toString().replace(/\r\n?/g, '\n')
    : body;
}

function reportIn(block: string): DeliveryReport | null {
  const named = (readHeader(block, 'action') ?? '').toLowerCase();
  const action = ACTIONS.find((known) => named.startsWith(known));
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(readHeader(block, 'status') ?? '')?.[0];
  if (action === undefined || status === undefined) return null;
  const diagnostic = readHeader(block, 'diagnostic-code') ?? '';
  const answer = diagnostic.replace(/^[\w-]{1,20};\s*/, '').slice(0, MOST_ANSWER);
  return { action, status, answer: answer === '' ? `${action} (${status})` : answer };
}

/** The value of the first header of this name, lines that continue it included; without control characters. */
function readHeader(head: string, name: string): string | null {
  const lines = head.slice(0, 20_000).split('\n');
  const at = lines.findIndex((line) => line.slice(0, name.length + 1).toLowerCase() === `${name}:`);
  if (at === -1) return null;
  const more = lines.slice(at + 1);
  const end = more.findIndex((line) => !/^[ \t]/.test(line));
  const value = [lines[at]?.slice(name.length + 1), ...more.slice(0, end === -1 ? undefined : end)].join(' ');
  return value
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}
