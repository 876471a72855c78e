// Writes a source with other texts in the places of its own.
import type { Message } from './extract.ts';

/** `choose` returns the text for a message, or undefined to leave it. Throws a TextError if that text does not fit. */
export function renderSource(
  source: string,
  messages: readonly Message[],
  choose: (message: Message) => string | undefined,
): string {
  const range = (start: number, end: number, within: readonly Message[]): string => {
    let written = '';
    let position = start;
    for (let index = 0; index < within.length;) {
      const message = within[index] as Message;
      const following = within.findIndex(({ start: from }, at) => at > index && from >= message.end);
      const next = following === -1 ? within.length : following;
      const inner = within.slice(index + 1, next);
      const inside = (from: number, to: number): string =>
        range(
          from,
          to,
          inner.filter((one) => one.start >= from && one.end <= to),
        );
      const text = choose(message);
      written += source.slice(position, message.start);
      written += text === undefined ? inside(message.start, message.end) : write(source, message, text, inside);
      position = message.end;
      index = next;
    }
    return written + source.slice(position, end);
  };
  return range(0, source.length, messages);
}

/** What is wrong with a text in place of a message: it needs the same values and elements. */
export function textFault(message: Message, text: string): string | undefined {
  const parts = partsOf(message, text);
  for (const token of message.slots.keys()) {
    const count = parts.filter((part) => part === token).length;
    if (count !== 1) return `${token} must appear once, not ${count} times: ${text}`;
  }
  const opened: string[] = [];
  for (const part of parts) {
    if (!message.slots.has(part)) continue;
    if (part.startsWith('</')) {
      if (opened.pop() !== part.replace('/', '')) return `${part} closes another element: ${text}`;
    } else if (part.startsWith('<') && !part.endsWith('/>')) opened.push(part);
  }
  return undefined;
}

/** Texts and tokens in turn. */
function partsOf(message: Message, text: string): string[] {
  const tokens = [...message.slots.keys()].sort((a, b) => b.length - a.length);
  if (tokens.length === 0) return [text];
  return text.split(new RegExp(`(${tokens.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`));
}

function write(source: string, message: Message, text: string, inside: (from: number, to: number) => string): string {
  const parts = partsOf(message, text);
  const own = source.slice(message.start, message.end);
  if (message.form === 'literal') return literal(text, own[0] ?? "'");
  if (message.form === 'attribute') return /["\n]/.test(text) ? `{${literal(text, "'")}}` : `"${text}"`;
  if (message.form === 'template')
    return `\`${parts.map((part) => slotOr(message, part, inside, templatePart)).join('')}\``;
  const written = parts.map((part) => slotOr(message, part, inside, jsxText)).join('');
  return written.replace(/^ +| +$/g, (spaces) => `{'${spaces}'}`);
}

function slotOr(
  message: Message,
  part: string,
  inside: (from: number, to: number) => string,
  plain: (text: string) => string,
): string {
  const slot = message.slots.get(part);
  if (!slot) return plain(part);
  const code = inside(slot.start, slot.end);
  return message.form === 'template' ? `\${${code}}` : code;
}

function literal(text: string, quote: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  if (quote === '"') return `"${escaped}"`;
  const plain = escaped.replaceAll('\\"', '"');
  if (quote === '`') return `\`${plain.replace(/`|\$\{/g, '\\$&')}\``;
  return plain.includes("'") && !plain.includes('"') ? `"${plain}"` : `'${plain.replaceAll("'", "\\'")}'`;
}

function templatePart(text: string): string {
  return text.replace(/\\|`|\$\{/g, '\\$&').replaceAll('\n', '\\n');
}

function jsxText(text: string): string {
  return text.replace(/[{}<>]/g, (sign) => `{'${sign}'}`);
}
