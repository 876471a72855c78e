import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHtml, writeHtml } from '../../domain/html/html-tree.ts';
import {
  BODY_LENGTH,
  renderTemplate,
  storableValues,
  type Placeholder,
  type PlaceholderValues,
  type TemplateContext,
} from '../../domain/messages/message-template.ts';
import { faultsByField, templateFaults } from '../../server/declarations/message-template-faults.ts';
import { processorTime } from '../factories/processor-time.ts';
import { XSS_PAYLOADS } from '../factories/xss-payloads.ts';

const PLACEHOLDERS = {
  name: { title: 'Name', kind: 'text' },
  reason: { title: 'Reason', kind: 'lines' },
  request: { title: 'Request', kind: 'link' },
  words: { title: 'Words', kind: 'html' },
  at: { title: 'Instant', kind: 'dateTime' },
  day: { title: 'Day', kind: 'date' },
  cost: { title: 'Cost', kind: 'money' },
} as const satisfies Record<string, Placeholder>;
const CONTEXT: TemplateContext = { placeholders: PLACEHOLDERS, zone: 'America/New_York', origin: '' };

const rendered = (body: string, values: PlaceholderValues = {}, context = CONTEXT) =>
  renderTemplate({ subject: 'Subject', body }, values, context).html;
const subject = (text: string, values: PlaceholderValues = {}) =>
  renderTemplate({ subject: text, body: '<p>x</p>' }, values, CONTEXT).subject;
const faults = (given: { subject?: string; body?: string }) =>
  faultsByField(templateFaults({ subject: 'Subject', body: '<p>Text</p>', ...given }, PLACEHOLDERS));

describe('a template that is filled in', () => {
  test('has each value as its kind is written', () => {
    const values = {
      name: 'Ada & <b>Bob</b>',
      reason: 'One\nTwo',
      request: { text: 'Poster #1', path: '/requests/1' },
      words: '<ul><li>a</li></ul>',
      at: '2026-11-22T15:00:00Z',
      day: '2026-12-24',
      cost: 1250,
    };
    expect(rendered('<p>{name}, {reason}</p><p>{request} {cost}</p><p>{at}; {day}</p>', values)).toBe(
      '<p>Ada &amp; &lt;b&gt;Bob&lt;/b&gt;, One<br>Two</p><p><a href="/requests/1">Poster #1</a> $12.50</p>' +
        '<p>Sunday, November 22, 2026, 10 AM EST; Thursday, December 24, 2026</p>',
    );
    expect(rendered('<p>Before {words} after</p>', values)).toBe('<p>Before </p><ul><li>a</li></ul><p> after</p>');
  });

  test('has no gap where a value is absent, and keeps the empty lines of its author', () => {
    expect(rendered('<p>{name}</p><p></p><blockquote><p>{reason}</p></blockquote><p>End</p>')).toBe(
      '<p></p><p>End</p>',
    );
  });

  test('fails for no value, of any kind', () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constant(null),
      fc.record({ text: fc.string({ unit: 'binary' }), path: fc.webPath() }),
    );
    const values = fc.record(Object.fromEntries(Object.keys(PLACEHOLDERS).map((name) => [name, odd])));
    const body = Object.keys(PLACEHOLDERS)
      .map((name) => `<p>${name}: {${name}}</p>`)
      .join('');
    fc.assert(
      fc.property(values, (given) => {
        const html = rendered(body, given);
        expect(html).not.toContain('\0');
        expect(JSON.stringify(storableValues(given))).not.toMatch(/\\u0000|\\ud[89a-f]/i);
      }),
      { numRuns: 40 },
    );
  });

  test('takes the names of what every object has for no placeholder', () => {
    expect(subject('{constructor} {toString}', {})).toBe('{constructor} {toString}');
    expect(rendered('<p>{name}</p>', Object.create({ name: 'inherited' }) as PlaceholderValues)).toBe('');
  });

  test('takes what values have in braces for no placeholder, not even later', () => {
    const later = { ...CONTEXT, isFilledLater: true };
    const html = rendered('<p>{name}{cost} {reader}</p>', { name: 'of {reader} and {', cost: 'reader}' }, later);
    const reader: Record<string, Placeholder> = { reader: { title: 'Reader', kind: 'text' } };
    const read = renderTemplate({ subject: 'x', body: html }, { reader: 'Ada' }, { ...CONTEXT, placeholders: reader });
    expect(read.html.replaceAll('\u2060', '')).toBe('<p>of {reader} and {reader} Ada</p>');
  });

  test.each(XSS_PAYLOADS)('has no markup of a value: %s', (payload) => {
    const escaped = writeHtml([payload.replaceAll('\0', '')]);
    expect(rendered('<p>{name}</p>', { name: payload })).toBe(`<p>${escaped}</p>`);
    const link = rendered('<p>{request}</p>', { request: { text: payload, path: payload } });
    expect(link).toBe(`<p><a href="/">${escaped}</a></p>`);
  });

  test('never has markup of any text, nor a header of any subject', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const html = rendered('<p>{name}</p><p>{reason}</p><p>{request}</p>', {
          name: text,
          reason: text,
          request: { text, path: '/requests/1' },
        });
        expect(writeHtml(parseHtml(html))).toBe(html);
        expect(html.replace(/<(\/?p|br|a href="\/requests\/1"|\/a)>/g, '')).not.toMatch(/[<>]/);
        const line = subject('About {name}', { name: text });
        expect(line.length).toBeLessThanOrEqual(200);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(/\p{Surrogate}/u.test(line) && !/\p{Surrogate}/u.test(text)).toBe(false);
      }),
    );
  });

  test('leads nowhere but to this site', () => {
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:x()', ''])
      expect(rendered('<p>{request}</p>', { request: { text: 'x', path } })).toBe('<p><a href="/">x</a></p>');
  });
});

describe('a template is refused', () => {
  test.each([
    [{ subject: '' }, { subject: 'Enter a subject' }],
    [{ subject: ' \u2028 ' }, { subject: 'Enter a subject' }],
    [{ subject: 'x'.repeat(201) }, { subject: 'A subject can have at most 200 characters' }],
    [{ subject: '{reason}' }, { subject: '{reason} has several lines. A subject has only one' }],
    [{ subject: '{nmae}' }, { subject: expect.stringMatching(/^There is no placeholder \{nmae\}\. Known: \{name\}/) }],
    [{ body: '<p>{first name}</p>' }, { body: expect.stringContaining('no placeholder {first name}') }],
    [{ body: '<p>{}</p>' }, { body: expect.stringContaining('no placeholder {}') }],
    [{ body: '<p>{{name}}</p>' }, { body: 'A placeholder has one brace on each side: {siteName}' }],
    [{ body: '<p>{na<b>me}</b></p>' }, { body: expect.stringContaining('{name} is split') }],
    [{ body: '' }, { body: 'Enter the text of the message' }],
    [{ body: '<p> </p><p><br></p>' }, { body: 'Enter the text of the message' }],
    [{ body: `<p>${'x'.repeat(BODY_LENGTH)}</p>` }, { body: 'A text can have at most 20,000 characters' }],
    [{ body: '<p title="{name}">x</p>' }, { body: expect.stringContaining('not in the address') }],
    [
      { body: '<p><a href="/x">{request}</a></p>' },
      { body: '{request} is already a link. Move it out of the other link' },
    ],
    [{ body: '<p>x<script>y()</script></p>' }, { body: 'Not allowed in a message: <script> and everything in it' }],
    [{ body: '<p onclick="y()">x</p>' }, { body: 'Not allowed in a message: onclick of <p>' }],
  ] as const)('for %j', (given, expected) => {
    expect(faults(given)).toEqual(expected);
  });

  test('and for nothing else', () => {
    expect(
      faults({
        subject: '{name} { } {'.slice(0, 6),
        body: '<p><b>{name}</b> {words}</p><img src="/api/Content/0123456789abcdef0123-800x600.webp" alt="">',
      }),
    ).toEqual({});
  });

  test('in time, with any nonsense', async () => {
    const pieces = [
      '{',
      '}',
      '{a',
      '{a}',
      '<',
      '<p',
      '<b>',
      '</p>',
      '<table><td>',
      '&#123;',
      '<!--',
      '{'.repeat(50),
      '<a href="',
    ];
    for (const piece of pieces) {
      const nonsense = piece.repeat(Math.ceil(200_000 / piece.length));
      expect(templateFaults({ subject: nonsense, body: nonsense }, PLACEHOLDERS).length).toBeGreaterThan(0);
      const most = piece.repeat(Math.floor(BODY_LENGTH / piece.length));
      const spent = await processorTime(() => {
        templateFaults({ subject: most.slice(0, 200), body: most }, PLACEHOLDERS);
        rendered('<p>{name}</p><p>{words}</p>', { name: nonsense, words: nonsense });
      });
      expect(spent).toBeLessThan(500);
    }
  });
});
