import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { disorderlyHtml } from '../factories/html-pieces.ts';
import type {} from '../factories/rich-text-page.tsx';
import { newPage, useBrowser } from './support.ts';

useBrowser();

declare global {
  interface Window {
    hacked?: unknown;
  }
}

const ENTRY = fileURLToPath(new URL('../factories/rich-text-page.tsx', import.meta.url));

let script = '';

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { write: false, minify: false, lib: { entry: ENTRY, formats: ['iife'], name: 'entry' } },
  });
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  script = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
});

async function blankPage(): Promise<Page> {
  const page = await newPage();
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'document'
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' })
      : route.abort(),
  );
  await page.goto('/');
  await page.addScriptTag({ content: script });
  return page;
}

const HOSTILE = [
  '<script>hacked=1</script>',
  '<img src=x onerror=hacked=1>',
  '<svg onload=hacked=1>',
  '<svg><script>hacked=1</script></svg>',
  '<body onload=hacked=1>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<iframe src="javascript:parent.hacked=1"></iframe>',
  '<object data="javascript:hacked=1"></object>',
  '<embed src="javascript:hacked=1">',
  '<a href="javascript:hacked=1">x</a>',
  '<a href="java\nscript:hacked=1">x</a>',
  '<a href=" javascript:hacked=1">x</a>',
  '<a href="&#106;avascript:hacked=1">x</a>',
  '<a href="data:text/html,<script>hacked=1</script>">x</a>',
  '<a href="vbscript:hacked=1">x</a>',
  '<form action="javascript:hacked=1"><button>x</button></form>',
  '<input onfocus=hacked=1 autofocus>',
  '<details open ontoggle=hacked=1>',
  '<video><source onerror=hacked=1></video>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=hacked=1&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=hacked=1>">',
  '<svg></p><style><a id="</style><img src=x onerror=hacked=1>">',
  '<template><img src=x onerror=hacked=1></template>',
  '<textarea></textarea><img src=x onerror=hacked=1>',
  '<p style="background:url(javascript:hacked=1)">x</p>',
  '<p onclick=hacked=1>x</p>',
  '<img src="javascript:hacked=1">',
  '<link rel=stylesheet href=x>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:hacked=1">',
  '<xmp><img src=x onerror=hacked=1></xmp>',
  '<marquee onstart=hacked=1>x</marquee>',
  '<select><img src=x onerror=hacked=1></select>',
  '<a href="//evil.example" target=_self rel=opener>x</a>',
  `${'<div>'.repeat(5_000)}deep`,
  '<b>not closed',
  '<img src=x alt="fine" onload=hacked=1>',
];

test('no markup that staff might paste runs anything or keeps more than is allowed', async () => {
  const page = await blankPage();
  for (const html of HOSTILE) {
    const left = await page.evaluate((text) => {
      window.show(text);
      for (const link of document.querySelectorAll<HTMLElement>('a, p, b'))
        link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      const elements = [...document.querySelectorAll('body > div *')];
      return {
        names: elements.map((element) => element.localName),
        attributes: elements.flatMap((element) =>
          element.getAttributeNames().map((name) => `${name}=${element.getAttribute(name)}`),
        ),
      };
    }, html);
    expect(
      left.names.filter((name) =>
        /^(script|style|iframe|object|embed|svg|math|form|input|link|meta|base|template|video|marquee)$/.test(name),
      ),
      html,
    ).toEqual([]);
    expect(
      left.attributes.filter((attribute) => /^on|^style=|^(href|src)=\s*(javascript|data|vbscript)/i.test(attribute)),
      html,
    ).toEqual([]);
  }
  expect(await page.evaluate(() => window.hacked)).toBeUndefined();
});

test('what is drawn is nested as browsers nest it, however disorderly the markup is', async () => {
  const page = await blankPage();
  const texts = fc.sample(disorderlyHtml, 5_000);
  expect(await page.evaluate((all) => window.differences(all), texts)).toEqual([]);
});

test('what staff may write is kept', async () => {
  const page = await blankPage();
  const html = await page.evaluate(() => {
    window.show(
      '<h2>Hours</h2><p>Open <strong>today</strong>, see <a href="/calendar/3">the calendar</a> or <a href="https://campus.example/x">the campus</a>.</p><ul><li>One</li></ul>',
    );
    return document.querySelector('body > div > div')?.innerHTML;
  });
  expect(html).toBe(
    '<h2>Hours</h2><p>Open <strong>today</strong>, see <a href="/calendar/3">the calendar</a> or ' +
      '<a href="https://campus.example/x" target="_blank" rel="noopener noreferrer">the campus</a>.</p><ul><li>One</li></ul>',
  );
});
