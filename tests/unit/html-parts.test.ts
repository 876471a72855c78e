import { describe, expect, test } from 'vitest';
import { removedParts } from '../../domain/html/html-removed.ts';
import { breakIntoLines } from '../../src/forms/html/breakIntoLines.ts';
import { unformattable } from '../../src/forms/html/unformattable.ts';
import { embedAddress } from '../../src/forms/richText/embedAddress.ts';

const OWN = '/api/Content/0123456789abcdef0123-800x600.webp';

describe('what will not stay of HTML', () => {
  test('is nothing for what the site allows', () => {
    const html = `<h2>Hours</h2><p>See <a href="/content/static/about" title="x">us</a></p><img src="${OWN}" alt="A saw" width="800" height="600"><table><tr><td colspan="2">1</td></tr></table>`;
    expect(removedParts(html, {})).toEqual([]);
    expect(
      removedParts('<iframe src="https://player.vimeo.com/video/1" width="640"></iframe>', {
        frameHosts: ['player.vimeo.com'],
      }),
    ).toEqual([]);
  });

  test('is named part by part, each once', () => {
    const html =
      '<script>x()</script><p onclick="y()" style="color:red">a<font>b</font></p><p onclick="z()">c</p><img src="https://elsewhere.example/a.png"><iframe src="https://evil.example/"></iframe>';
    expect(removedParts(html, { frameHosts: ['player.vimeo.com'] })).toEqual([
      '<script> and everything in it',
      'onclick of <p>',
      'style of <p>',
      'the tag <font>; its text stays',
      'an image that is not stored here: https://elsewhere.example/a.png',
      'a frame of https://evil.example/',
    ]);
  });

  test('includes every frame where frames are not allowed', () => {
    expect(removedParts('<iframe src="https://player.vimeo.com/video/1"></iframe>', {})).toEqual([
      'a frame of https://player.vimeo.com/video/1',
    ]);
  });
});

describe('what a formatting editor would lose', () => {
  test('is nothing of plain formatted text', () => {
    expect(
      unformattable(
        `<h2>A</h2><p><strong>b</strong> <a href="/x" target="_blank">c</a></p><ol start="3"><li>d</li></ol><img src="${OWN}" alt="">`,
      ),
    ).toEqual([]);
    expect(
      unformattable(
        '<table><thead><tr><th scope="col">1</th></tr></thead></table><details><summary>x</summary>y</details><figure><figcaption>z</figcaption></figure><h4>z</h4>',
      ),
    ).toEqual([]);
  });

  test('is described in words', () => {
    expect(unformattable('<table><caption>x</caption></table><dl><dt>x</dt><dd>y</dd></dl><p lang="de">z</p>')).toEqual(
      ['table captions', 'definition lists', 'lang of <p>'],
    );
  });

  test('does not count what would not stay anyway', () => {
    expect(unformattable('<marquee>x</marquee><img src="https://elsewhere.example/a.png"><script>1</script>')).toEqual(
      [],
    );
  });
});

test('HTML in one line is shown block by block; what has lines keeps them', () => {
  expect(breakIntoLines('<h2>A</h2><p>b</p><ul><li>c</li><li>d</li></ul>')).toBe(
    '<h2>A</h2>\n<p>b</p>\n<ul>\n<li>c</li>\n<li>d</li>\n</ul>',
  );
  expect(breakIntoLines('<p>a</p>\n<p>b</p><p>c</p>')).toBe('<p>a</p>\n<p>b</p><p>c</p>');
});

describe('a copied video address, from the address bar or as embed code', () => {
  const hosts = ['www.youtube-nocookie.com', 'player.vimeo.com'];
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://www.youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=4', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=1', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['player.vimeo.com/video/1', 'https://player.vimeo.com/video/1'],
    [
      '<iframe width="560" height="315" src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?si=x&amp;start=4" title="A film" allowfullscreen></iframe>',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?si=x&start=4',
    ],
    [
      '<div style="padding:56% 0 0 0">\n<iframe src=\'https://www.youtube.com/embed/dQw4w9WgXcQ?si=x\'></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    ['<iframe src="https://evil.example/embed"></iframe>', null],
    ['<iframe src="javascript:alert(1)"></iframe>', null],
    ['<iframe srcdoc="x"></iframe>', null],
    ['https://evil.example/embed', null],
    ['javascript:alert(1)', null],
  ])('%s is embedded as %s', (text, address) => {
    expect(embedAddress(text, hosts)).toBe(address);
    expect(embedAddress(text, [])).toBeNull();
  });
});
