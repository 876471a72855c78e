import type { SearchGroup, SearchResult } from '../../../domain/calls/content.ts';
import { parseHtml, type HtmlNode } from '../../../domain/html/html-tree.ts';
import type { SearchSource } from '../../../domain/declarations/site.ts';

const TIMEOUT_MS = 3_000;
const LARGEST_ANSWER = 2 * 1024 * 1024;
const LONGEST_NAME = 200;
const LONGEST_URL = 2_000;
const LONGEST_EXCERPT = 300;

/** Why a source returned nothing. The message is for staff and contains no secrets. */
export class SourceFailure extends Error {}

/** Queries a BookStack server. Throws a SourceFailure when it does not answer in time, or not as expected. */
export async function searchBookStack(
  source: SearchSource,
  text: string,
  count: number,
): Promise<Pick<SearchGroup, 'response' | 'hasMore'>> {
  const base = `${(source.url ?? '').replace(/\/+$/, '')}/`;
  const url = new URL('api/search', base);
  url.searchParams.set('query', text);
  url.searchParams.set('count', String(count));
  const answer = await fetchAnswer(url, source);
  const { data: items, total } = typeof answer === 'object' && answer !== null ? (answer as Answer) : {};
  if (!Array.isArray(items)) throw new SourceFailure('Its answer is not that of a BookStack search');
  const results = (items as unknown[]).flatMap((item) => readResult(item, base) ?? []);
  const found = [...new Map(results.toReversed().map((result) => [result.url, result])).values()].toReversed();
  const hasMore = found.length > count || (typeof total === 'number' && total > items.length);
  return { response: found.slice(0, count), ...(hasMore ? { hasMore } : {}) };
}

interface Answer {
  data?: unknown;
  total?: unknown;
}

async function fetchAnswer(url: URL, source: SearchSource): Promise<unknown> {
  const timeout = source.timeoutMs ?? TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeout);
  const headers = { accept: 'application/json', ...authorization(source) };
  try {
    // A redirect would leave the configured address.
    const answer = await fetch(url, { headers, signal, redirect: 'manual', credentials: 'omit' });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw new SourceFailure(`It answered with status ${answer.status}`);
    }
    return parsed(await limitedText(answer));
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    throw new SourceFailure(
      signal.aborted ? `It did not answer within ${timeout} ms` : `It could not be reached${errorCode(error)}`,
    );
  }
}

function authorization({ tokenVariable }: SearchSource): Record<string, string> {
  if (tokenVariable === undefined) return {};
  const token = process.env[tokenVariable]?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new SourceFailure(`The environment variable ${tokenVariable} does not hold its token, "id:secret"`);
  return { authorization: `Token ${token}` };
}

/** Reads in chunks up to a limit, so that an endless response is not buffered. */
async function limitedText(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += (piece as Uint8Array).byteLength;
    if (size > LARGEST_ANSWER) throw new SourceFailure('Its answer is too large');
    text += decoder.decode(piece as Uint8Array, { stream: true });
  }
  return text + decoder.decode();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFailure('Its answer is not JSON');
  }
}

/** Bidirectional controls, soft hyphens and other invisible characters, except the joiners of scripts and emoji. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

function readResult(item: unknown, base: string): SearchResult | null {
  if (typeof item !== 'object' || item === null) return null;
  const { name, id, url, preview_html: preview } = item as Record<string, unknown>;
  if (typeof name !== 'string' || typeof url !== 'string' || url === '' || url.length > LONGEST_URL) return null;
  const words = plain(name).slice(0, LONGEST_NAME).join('');
  const address = URL.parse(url, base);
  if (
    words === '' ||
    !address ||
    !['http:', 'https:'].includes(address.protocol) ||
    address.username !== '' ||
    address.password !== ''
  )
    return null;
  const excerpt = bookStackExcerpt(preview);
  return {
    name: words,
    id: Number.isSafeInteger(Number(id)) ? Number(id) : 0,
    url: address.href,
    ...(excerpt === null ? {} : { excerpt }),
  };
}

/** The characters of a text in one line, without invisible ones. */
function plain(text: string): string[] {
  return [
    ...text
      .replace(/[\p{Cc}\p{Cs}\p{Z}]+/gu, ' ')
      .replace(INVISIBLE, '')
      .trim(),
  ];
}

/** What BookStack shows of a text, its <strong> being what matches; null without words. */
function bookStackExcerpt(preview: unknown): string[] | null {
  const content: unknown =
    typeof preview === 'object' && preview !== null && 'content' in preview ? preview.content : undefined;
  if (typeof content !== 'string') return null;
  const parts = [''];
  let left = LONGEST_EXCERPT;
  const add = (text: string, isMatch: boolean): void => {
    const characters = [...text.replace(/[\p{Cc}\p{Cs}\p{Z}]+/gu, ' ').replace(INVISIBLE, '')].slice(0, left);
    left -= characters.length;
    if (isMatch === (parts.length % 2 === 0)) parts[parts.length - 1] += characters.join('');
    else parts.push(characters.join(''));
  };
  const walk = (nodes: readonly HtmlNode[], isMatch: boolean): void => {
    for (const node of nodes)
      if (typeof node === 'string') add(node, isMatch);
      else walk(node.children, isMatch || node.name === 'strong');
  };
  walk(parseHtml(content.slice(0, 10 * LONGEST_EXCERPT)), false);
  return parts.some((part) => /\p{L}|\p{N}/u.test(part)) ? parts : null;
}

function errorCode(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}
