import fc from 'fast-check';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseHtml, writeHtml, type HtmlNode } from '../../domain/html/html-tree.ts';
import { RichText } from '../../src/ui/RichText.tsx';
import { disorderlyHtml } from '../factories/html-pieces.ts';

declare global {
  interface Window {
    hacked?: unknown;
  }
}

const FRAME_HOSTS = ['player.example'];

let root: Root;
let place: HTMLElement;

beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});

afterEach(() => {
  root.unmount();
  place.remove();
});

/** Renders HTML as the portal does. */
function show(html: string): void {
  flushSync(() => root.render(<RichText html={html} frameHosts={FRAME_HOSTS} />));
}

/** The texts that this browser parses into a different tree than the portal's parser. */
function differences(texts: readonly string[]): string[] {
  return texts.filter((html) => {
    const tree = parseHtml(html, { frameHosts: FRAME_HOSTS });
    const read = new DOMParser().parseFromString(`<div>${writeHtml(tree)}</div>after`, 'text/html').body;
    return (
      read.lastChild?.textContent !== 'after' ||
      JSON.stringify([...(read.firstChild?.childNodes ?? [])].map(shapeOfNode)) !==
        JSON.stringify(tree.map(shapeOfTree))
    );
  });
}

function shapeOfNode(node: Node): unknown {
  if (!(node instanceof Element)) return node.textContent;
  const attributes = node.getAttributeNames().map((name) => [name, node.getAttribute(name)]);
  return [node.localName, attributes, node.localName === 'iframe' ? [] : [...node.childNodes].map(shapeOfNode)];
}

function shapeOfTree(node: HtmlNode): unknown {
  return typeof node === 'string' ? node : [node.name, Object.entries(node.attributes), node.children.map(shapeOfTree)];
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

test('no markup that staff might paste runs anything or keeps more than is allowed', () => {
  for (const html of HOSTILE) {
    show(html);
    for (const link of place.querySelectorAll<HTMLElement>('a, p, b'))
      link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    const elements = [...place.querySelectorAll('*')];
    expect(
      elements
        .map((element) => element.localName)
        .filter((name) =>
          /^(script|style|iframe|object|embed|svg|math|form|input|link|meta|base|template|video|marquee)$/.test(name),
        ),
      html,
    ).toEqual([]);
    expect(
      elements
        .flatMap((element) => element.getAttributeNames().map((name) => `${name}=${element.getAttribute(name)}`))
        .filter((attribute) => /^on|^style=|^(href|src)=\s*(javascript|data|vbscript)/i.test(attribute)),
      html,
    ).toEqual([]);
  }
  expect(window.hacked).toBeUndefined();
});

test('markup is nested as browsers nest it, also if it is disorderly', () => {
  expect(differences(fc.sample(disorderlyHtml, 5_000))).toEqual([]);
});

test('markup that staff can write stays', () => {
  show(
    '<h2>Hours</h2><p>Open <strong>today</strong>, see <a href="/calendar/3">the calendar</a> or <a href="https://campus.example/x">the campus</a>.</p><ul><li>One</li></ul>',
  );
  expect(place.querySelector('div')?.innerHTML).toBe(
    '<h2>Hours</h2><p>Open <strong>today</strong>, see <a href="/calendar/3">the calendar</a> or ' +
      '<a href="https://campus.example/x" target="_blank" rel="noopener noreferrer">the campus</a>.</p><ul><li>One</li></ul>',
  );
});
