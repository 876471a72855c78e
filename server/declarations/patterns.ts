import { createContext, Script, type Context } from 'node:vm';
import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** Maximum length of the test strings. */
const LONGEST = 2000;
const TIMEOUT_MS = 250;
/** Wall time after which a pattern is slow on any machine. */
const MOST_PATIENCE_MS = 64 * TIMEOUT_MS;
const MOST_TRIES = 120;
/** Shorter repetitions are never slow. */
const MANY = 8;

/** The fault of a regular expression applied to text of at most `maxLength` characters; null when it is safe. */
export function patternFault(pattern: string, maxLength: number = LONGEST): string | null {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, 'u');
  } catch (error) {
    return `Not a regular expression: ${(error as Error).message.replace(/^.*\/u: /, '')}`;
  }
  return isSlow(pattern, expression, Math.min(maxLength, LONGEST))
    ? 'This pattern can be very slow on some texts: avoid a repetition inside a repetition, such as (a+)+'
    : null;
}

/** Several properties have the same pattern. */
const verdicts = new Map<string, boolean>();

function isSlow(pattern: string, expression: RegExp, length: number): boolean {
  const key = `${length} ${pattern}`;
  const known = verdicts.get(key);
  if (known !== undefined) return known;
  // One for all texts: making it takes longer than most tries.
  const context = createContext({ expression, text: '' });
  const verdict = attacks(pattern, length).some((text) => !isQuick(context, text));
  verdicts.set(key, verdict);
  return verdict;
}

const TRY = new Script('expression.test(text)');

/** By processor time, so that a busy machine does not reject a pattern. */
function isQuick(context: Context, text: string): boolean {
  context['text'] = text;
  for (let timeout = TIMEOUT_MS; timeout <= MOST_PATIENCE_MS; timeout *= 2) {
    const before = process.cpuUsage();
    try {
      TRY.runInContext(context, { timeout });
      return true;
    } catch {
      if (process.cpuUsage(before).user / 1000 >= TIMEOUT_MS) return false;
    }
  }
  return false;
}

/** Worst-case inputs for a backtracking matcher: a repetition's body many times, followed by a mismatch. */
function attacks(pattern: string, length: number): string[] {
  const root = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  const alphabet = [...new Set(signsIn(root))].slice(0, 12);
  return [...pumps(root.alternatives, '', alphabet)].slice(0, MOST_TRIES).flatMap(([prefix, pump]) => {
    const text = prefix + pump.repeat(Math.max(0, Math.floor((length - prefix.length - 1) / pump.length)));
    return [`${text}\n`, `${text}\u0001`];
  });
}

/** [prefix, repeated text] for every repetition within `alternatives`. */
function* pumps(alternatives: AST.Alternative[], prefix: string, alphabet: string[]): Generator<[string, string]> {
  for (const { elements } of alternatives) {
    let before = prefix;
    for (const element of elements) {
      const inner = element.type === 'Quantifier' ? element.element : element;
      if (element.type === 'Quantifier' && element.max >= MANY) {
        for (const pump of new Set([sample(inner), ...alphabet])) if (pump !== '') yield [before, pump];
      }
      if ('alternatives' in inner) yield* pumps(inner.alternatives, before, alphabet);
      before += sample(element);
    }
  }
}

/** A short text that `element` matches. */
function sample(element: AST.Element): string {
  switch (element.type) {
    case 'Quantifier':
      return sample(element.element).repeat(Math.min(Math.max(element.min, 1), LONGEST));
    case 'Group':
    case 'CapturingGroup':
      return (element.alternatives[0]?.elements ?? []).map(sample).join('');
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterClass':
    case 'CharacterSet':
      return signOf(element);
    default:
      return '';
  }
}

function signsIn(node: AST.Pattern | AST.Element): string[] {
  if (node.type === 'Quantifier') return signsIn(node.element);
  if (node.type === 'Character' || node.type === 'CharacterClass' || node.type === 'CharacterSet')
    return [sample(node)];
  return 'alternatives' in node ? node.alternatives.flatMap(({ elements }) => elements.flatMap(signsIn)) : [];
}

const CANDIDATES = [...'a0 A_-.@/,:x1é€'];

function signOf(set: AST.CharacterClass | AST.CharacterSet): string {
  const expression = new RegExp(`^${set.raw}$`, 'u');
  const match = CANDIDATES.find((sign) => expression.test(sign));
  if (match !== undefined || set.type === 'CharacterSet') return match ?? '';
  const first = set.elements[0];
  return first?.type === 'Character'
    ? first.raw
    : first?.type === 'CharacterClassRange'
      ? String.fromCodePoint(first.min.value)
      : '';
}
