import { defaultTreeAdapter as tree, parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

const HTML = 'http://www.w3.org/1999/xhtml';
/** An allowlist independent of the portal's own: what HTML written by staff may contain. */
const QUIET = new Set(
  (
    'a abbr b blockquote br caption code dd del details div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre ' +
    's small span strong sub summary sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
);
const QUIET_ATTRIBUTES = new Set(
  'href src alt title lang dir width height colspan rowspan scope start type value'.split(' '),
);
const OWN_PICTURE = /^\/api\/Content\/[0-9a-f]{20}-\d+x\d+(-\d+)?\.(webp|png)$/;

/**
 * Everything in the HTML that could run, fetch, send or cover something; parsed as browsers do, with and without scripting, and
 * again after serialization.
 */
export function activeParts(html: string, frameHosts: readonly string[] = []): string[] {
  return [true, false].flatMap((scriptingEnabled) => {
    const once = parseFragment(html, { scriptingEnabled });
    return [once, parseFragment(serialize(once), { scriptingEnabled })].flatMap((part) => partsOf(part, frameHosts));
  });
}

function partsOf(node: Tree.Node, frameHosts: readonly string[]): string[] {
  const own = tree.isElementNode(node) ? faultsOf(node, frameHosts) : [];
  return [...own, ...childrenOf(node).flatMap((child) => partsOf(child, frameHosts))];
}

function childrenOf(node: Tree.Node): Tree.Node[] {
  const inner = 'content' in node ? [node.content] : [];
  return 'childNodes' in node ? [...node.childNodes, ...inner] : inner;
}

function faultsOf(element: Tree.Element, frameHosts: readonly string[]): string[] {
  const { tagName, namespaceURI, attrs } = element;
  const isFrame = tagName === 'iframe' && frameHosts.length > 0;
  const faults = namespaceURI === HTML && (QUIET.has(tagName) || isFrame) ? [] : [`<${tagName}>`];
  for (const { name, value } of attrs) {
    if (!QUIET_ATTRIBUTES.has(name) || !isQuiet(tagName, name, value, frameHosts))
      faults.push(`${tagName} ${name}="${value}"`);
  }
  return faults;
}

function isQuiet(tagName: string, name: string, value: string, frameHosts: readonly string[]): boolean {
  if (name === 'href') return tagName === 'a' && isLink(value);
  if (name !== 'src') return true;
  if (tagName === 'img') return OWN_PICTURE.test(value);
  const { protocol, hostname, username } = new URL(value, 'https://site.example/');
  return tagName === 'iframe' && protocol === 'https:' && username === '' && frameHosts.includes(hostname);
}

function isLink(value: string): boolean {
  const address = URL.canParse(value, 'https://site.example/') ? new URL(value, 'https://site.example/') : null;
  return address === null || ['http:', 'https:', 'mailto:', 'tel:'].includes(address.protocol);
}
