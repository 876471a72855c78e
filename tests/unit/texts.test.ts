import { expect, test } from 'vitest';
import { extractDeclared } from '../../scripts/texts/declarations.ts';
import { extractMessages } from '../../scripts/texts/extract.ts';
import { pseudoText } from '../../scripts/texts/pseudo.ts';
import { renderSource, textFault } from '../../scripts/texts/render.ts';

const NAMES = new Set(['Submitted']);
const extracted = (source: string) => extractMessages('src/a.tsx', source, NAMES);
const texts = (source: string): string[] => extracted(source).map(({ text }) => text);
const rewritten = (source: string, other: (text: string) => string | undefined): string =>
  renderSource(source, extracted(source), ({ text }) => other(text));

test('a sentence with its values and elements is one text', () => {
  expect(texts('const a = <p>Notify {people.length} people?</p>;')).toEqual(['Notify {length} people?']);
  expect(
    texts('const a = <p>\n  See <Link to="/a">the {name} page</Link>{\' \'}\n  or <Icon name="help" />.\n</p>;'),
  ).toEqual(['See <Link>the {name} page</Link> or <Icon/>.']);
  expect(texts('f(`${formatCount(n, "seat is", "seats are")} left until ${formatDay(row.day)}.`);')).toEqual([
    '{seat is|seats are} left until {day}.',
    'seat is',
    'seats are',
  ]);
});

test('texts are found by their place', () => {
  expect(texts('const a = <Field label="name" className="two words" title={b ? "One" : "Two"} />;')).toEqual([
    'name',
    'One',
    'Two',
  ]);
  expect(texts('throw problem(409, "already-sent", "Already sent", "Load the page again.");')).toEqual([
    'Already sent',
    'Load the page again.',
  ]);
  expect(texts('const a = { hint: "Optional", one: "seat", other: text ?? "Nothing here" };')).toEqual([
    'Optional',
    'seat',
    'Nothing here',
  ]);
});

test('what programs read is no text', () => {
  const sources = [
    'import { a } from "Some Package";',
    'throw new Error("Not for people");',
    'const a = sql`select ${"two words"} from users`;',
    'db.selectFrom("users as u").where("a", "is not", null);',
    'db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only");',
    'if (status === "Two words") f("status", "Submitted");',
    'type A = "Two words"; const a = { "Two words": 1 };',
    'reply.header("content-type", "text/html; charset=utf-8");',
  ];
  expect(sources.flatMap(texts)).toEqual([]);
});

test('declarations hold texts at the members for them', () => {
  const schema = {
    title: 'Event',
    'x-query': ['select title from events'],
    properties: {
      title: { type: 'string', title: 'Title', default: 'New event' },
      state: { enum: ['open'], 'x-labels': { open: 'Open' } },
    },
  };
  const found = extractDeclared('schemas/resources/events.json', JSON.stringify(schema)).map(({ text }) => text);
  expect(found).toEqual(['Event', 'Title', 'Open']);
});

test('other texts take the places of those of the source, values in any order', () => {
  expect(
    rewritten('f(`Move ${a(`to ${b} now`)} of ${c.d}`);', (text) => (text.startsWith('Move') ? '{d}: {a}' : undefined)),
  ).toBe('f(`${c.d}: ${a(`to ${b} now`)}`);');
  expect(rewritten("const a = { hint: 'It is' };", () => "It’s “it's”")).toBe(`const a = { hint: "It’s “it's”" };`);
  expect(
    rewritten('const a = <p title="a">\n  Go to <b>x</b>\n</p>;', (text) =>
      text === 'a' ? 'a "b"' : '<b>x</b> {go} ',
    ),
  ).toBe(`const a = <p title={'a "b"'}>\n  <b>x</b> {'{'}go{'}'}{' '}\n</p>;`);
});

test('the same texts leave a source as it means', () => {
  const source = 'const a = <p>\n  {n} of <b className="x">{title("Two words")}</b> are full, {n}.\n</p>;';
  const again = rewritten(source, (text) => text);
  expect(texts(again)).toEqual(texts(source));
});

test('a text that loses a value or an element does not fit', () => {
  const [message] = extracted('const a = <p>Go to <b>{name}</b> now</p>;');
  if (!message) throw new Error('No text was found.');
  expect(textFault(message, 'Jetzt zu <b>{name}</b>')).toBeUndefined();
  expect(textFault(message, 'Jetzt zu <b>ihm</b>')).toMatch('{name} must appear once');
  expect(textFault(message, 'Jetzt zu </b>{name}<b>')).toMatch('</b> closes another element');
});

test('the pseudo language keeps values and markup', () => {
  expect(pseudoText('Notify {count} <b>people</b>?')).toBe('[Ńōťīfŷ {count} <b>pēōpłē</b>?]');
});
