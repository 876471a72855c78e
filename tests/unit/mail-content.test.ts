import MailComposer from 'nodemailer/lib/mail-composer';
import { beforeAll, describe, expect, test } from 'vitest';
import { cutHtml } from '../../server/features/messages/html-cut.ts';
import { parseHtml } from '../../domain/html/html-tree.ts';
import type { Model } from '../../domain/declarations/model.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { mailContent, type MailContent } from '../../server/features/messages/mail-content.ts';
import { mailText } from '../../server/features/messages/mail-text.ts';

const ORIGIN = 'https://portal.example.edu';
let model: Model;

beforeAll(async () => {
  model = await loadModel(`${import.meta.dirname}/../..`);
});

const about = { title: 'Poster #12', path: '/requests/12' };
const content = (html: string, more: Partial<MailContent> = {}) =>
  mailContent(model, ORIGIN, {
    subject: 'Ready',
    messages: [{ subject: 'Ready', html, about }],
    isDigest: false,
    category: 'requests',
    settings: null,
    ...more,
  });

describe('the text of a mail', () => {
  test('is what people write in plain text', () => {
    const html =
      '<h2>Hello  Ada,</h2><p>your <b>request</b><br>is <a href="https://a.example/1">Poster</a>.</p><ul><li>one</li><li><p>two</p><ol start="3"><li>three</li></ol></li></ul>' +
      '<blockquote><p>Said</p><p>twice</p></blockquote><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><hr><p><a href="https://a.example">https://a.example</a> <a href="mailto:a@b.example">a@b.example</a></p><img src="/api/Content/0123456789abcdef0123-800x600.webp" alt="A saw">';
    expect(mailText(parseHtml(html))).toBe(
      [
        'Hello Ada,',
        'your request\nis Poster <https://a.example/1>.',
        '- one\n- two\n  3. three',
        '> Said\n>\n> twice',
        'A | B\n1 | 2',
        '----------',
        'https://a.example a@b.example',
        '[A saw]',
      ].join('\n\n'),
    );
  });

  test('says where the record is, why it comes and where that is chosen', () => {
    expect(content('<p>Hello</p>', { settings: `${ORIGIN}/s` }).text).toBe(
      `Hello\n\nOpen Poster #12: ${ORIGIN}/requests/12\n\n-- \nAtrium ${ORIGIN}\nYou get this email from Atrium because of your settings for “Your requests”.\nChoose what we email you: ${ORIGIN}/s\n`,
    );
  });
});

test('what no one can choose is not said to come because of a choice', () => {
  expect(content('<p>Set a password</p>', { category: 'account' }).text).toContain(
    'Atrium always sends this, regardless of your settings for: Your account.',
  );
});

describe('the HTML of a mail', () => {
  test('has its styles on its elements, a dark theme, and addresses of the site', () => {
    const { html } = content('<p>See <a href="/a">this</a></p>');
    expect(html).toContain(
      '<p style="margin:0 0 16px">See <a href="https://portal.example.edu/a" style="color:#1f4b99',
    );
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark){');
    expect(content('<p>x</p>', { theme: 'dark' }).html).toContain('@media all{');
    expect(content('<p>x</p>', { theme: 'light' }).html).toContain('@media not all{');
    expect(html).toMatch(/<a href="https:\/\/portal\.example\.edu\/requests\/12"[^>]*>Open Poster #12<\/a>/);
  });

  test('of a day has each message under its subject, as a link to its record', () => {
    const messages = [
      { subject: 'First <1>', html: '<p>a</p>', about },
      { subject: 'Second', html: '<p>b</p>' },
    ];
    const { html, text } = content('', { messages, isDigest: true });
    expect(html).toMatch(
      /<h2[^>]*><a href="https:\/\/portal\.example\.edu\/requests\/12"[^>]*>First &lt;1&gt;<\/a><\/h2>/,
    );
    expect(text).toMatch(/^First <1> <https:\/\/portal\.example\.edu\/requests\/12>\n\na\n\n-{10}\n\nSecond\n\nb\n/);
    expect(html).not.toContain('>Open ');
  });
});

describe('what is long', () => {
  test.each([
    ['words', '<p>Lorem ipsum dolor sit amet</p>'],
    ['signs', '<p>= = = = = = = =</p>'],
    ['accents', '<p>Ä ö ü é è à ç ß</p>'],
    ['characters of four bytes', '<p>😀 𝒳 😀 𝒳</p>'],
    ['Chinese', `<p>${'漢字'.repeat(30)}</p>`],
    ['half of it Chinese', '<p>漢a字b漢c字d</p>'],
    ['lists', '<ul><li>a</li></ul>'],
    ['links', '<p><a href="/requests/12345?page=1&amp;x=2">a</a></p>'],
    ['tables', '<table><tr><td>1</td><td>2</td></tr></table>'],
    ['one word', 'x'.repeat(1_000)],
  ])('is below 100 kB as it is sent, with a link to the rest: %s', async (_, piece) => {
    const { html, text } = content(piece.repeat(Math.ceil(300_000 / piece.length)));
    const raw = await new MailComposer({
      from: { name: 'Makeshop', address: 'makeshop@example.edu' },
      to: 'ada@example.edu',
      subject: 'Ready',
      html,
      text,
    })
      .compile()
      .build();
    expect(raw.byteLength).toBeLessThan(100_000);
    expect(html).toContain(`<a href="${ORIGIN}/myAccount/MyMessages"`);
    expect(html).toContain('>Read the rest</a>');
    expect(html.trimEnd()).toMatch(/<\/html>$/);
    expect(text).toContain(`Read the rest: ${ORIGIN}/myAccount/MyMessages`);
  });

  test('ends between words, and no element stays open', () => {
    const cut = cutHtml('<p>one two</p><ul><li>three</li><li>four five</li></ul>', 42);
    expect(cut).toEqual({ html: '<p>one two</p><ul><li>three</li></ul>', isCut: true });
    expect(cutHtml('<p>one two three</p>', 16)).toEqual({ html: '<p>one two …</p>', isCut: true });
    expect(cutHtml('<p>one</p>', 10)).toEqual({ html: '<p>one</p>', isCut: false });
  });
});
