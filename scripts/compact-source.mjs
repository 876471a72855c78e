import { parseSync, Visitor } from 'rolldown/utils';

/**
 * JavaScript without comments, indentation and characters outside ASCII: V8 holds the source of every loaded module in memory, in two
 * bytes per character if one of them is outside Latin-1. Lines keep their numbers, so that stack traces stay correct. Throws for
 * sources that cannot be parsed.
 */
export function compactSource(name, text) {
  const { program, comments, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  const ranges = [
    ...comments.map(({ start, end, type }) => ({ start, end, compact: type === 'Line' ? () => '' : lineBreaksOf })),
    ...literalRanges(program),
  ].sort((a, b) => a.start - b.start);
  let compacted = '';
  let position = 0;
  for (const { start, end, compact } of ranges) {
    compacted += withoutSpaces(text.slice(position, start)) + compact(text.slice(start, end));
    position = end;
  }
  return compacted + withoutSpaces(text.slice(position));
}

function literalRanges(program) {
  const ranges = [];
  const tagged = new Set();
  new Visitor({
    TaggedTemplateExpression: ({ quasi }) => quasi.quasis.forEach((element) => tagged.add(element)),
    Literal({ start, end, value, regex }) {
      if (regex || typeof value === 'string') ranges.push({ start, end, compact: escaped });
    },
    Identifier({ start, end, name }) {
      // A shorthand property has two identifiers in one place.
      if (/[^\0-\x7f]/.test(name) && ranges.at(-1)?.start !== start) ranges.push({ start, end, compact: escaped });
    },
    TemplateElement(element) {
      // A tag can read the raw text.
      ranges.push({ start: element.start, end: element.end, compact: tagged.has(element) ? String : escaped });
    },
  }).visit(program);
  return ranges;
}

function withoutSpaces(code) {
  return code.replace(/[^\S\u2028\u2029]+/g, (spaces) => lineBreaksOf(spaces));
}

function lineBreaksOf(removed) {
  return removed.replace(/[^\n]+/g, '') || ' ';
}

/** An escape of a character outside ASCII means the character; a line separator after a backslash means nothing. */
function escaped(literal) {
  return literal.replace(/\\[^]|[^\0-\x7f]/g, (part) => {
    const character = part.at(-1);
    if (character <= '\x7f' || /\\[\u2028\u2029]/.test(part)) return part;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
