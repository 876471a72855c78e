import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { EMBED_MESSAGE, type EmbedTheme } from '../../../domain/values/registered-sites.ts';

export interface EmbedContent {
  title: string;
  /** HTML. */
  body: string;
  /** The page of this site that has more. */
  more: { label: string; path: string } | null;
}

const LIGHT =
  '--page:#fff;--text:#1b1b1f;--quiet:#5c5f66;--border:#d9dbe0;--primary:#1f4b99;--soft:#e8eefa;color-scheme:light';
const DARK =
  '--page:#121214;--text:#f2f2f4;--quiet:#a6a8af;--border:#2e2f36;--primary:#8fb4ff;--soft:#1a2540;color-scheme:dark';

const STYLE = `:root{${LIGHT}}[data-theme=dark]{${DARK}}
@media (prefers-color-scheme:dark){[data-theme=auto]{${DARK}}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--page);color:var(--text);font:100%/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere}
h1{margin:0 0 12px;font-size:1.125rem;line-height:1.3}
h2{margin:16px 0 4px;color:var(--quiet);font-size:.875rem;font-weight:600}
ul{margin:0;padding:0;list-style:none}
li,tr{border-top:1px solid var(--border)}
li{padding:8px 0}
table{width:100%;border-collapse:collapse}
th,td{padding:6px 8px;font-weight:400;text-align:left;vertical-align:top}
td{text-align:right}
.today th,.today td{background:var(--soft);font-weight:600}
.title{font-weight:600}
.facts{color:var(--quiet);font-size:.875rem}
p{margin:0}
.more{margin-top:12px}
a{color:var(--primary)}
a:focus-visible{outline:2px solid var(--primary);outline-offset:2px}`;

/**
 * Sends the height of the page to a surrounding registered site. Browsers that do not name the pages around a frame
 * give their origin as the referrer.
 */
const SCRIPT = `(()=>{const known=JSON.parse(document.documentElement.dataset.sites);
let site=location.ancestorOrigins?.[0];
try{site??=new URL(document.referrer).origin}catch{}
if(parent===self||(site!==location.origin&&!known.includes(site)))return;
const tell=()=>parent.postMessage({type:'${EMBED_MESSAGE}',height:document.body.offsetHeight},site);
new ResizeObserver(tell).observe(document.body)})()`;

const scriptHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const SCRIPT_HASH = scriptHash(SCRIPT);
const STYLE_HASH = scriptHash(STYLE);

/** Sends an embedded page: no session, no cookie, no code of the app; in frames of these origins and of this site only. */
export function sendEmbed(
  reply: FastifyReply,
  { title, body, more }: EmbedContent,
  { sites, theme, status = 200 }: { sites: readonly string[]; theme: EmbedTheme; status?: number },
): FastifyReply {
  const link =
    more === null ? '' : `<p class="more"><a href="${escaped(more.path)}" target="_top">${escaped(more.label)}</a></p>`;
  const html = `<!doctype html>
<html lang="en" data-theme="${theme}" data-sites="${escaped(JSON.stringify(sites))}"><head><meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="robots" content="noindex" />
<title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main aria-labelledby="title"><h1 id="title">${escaped(title)}</h1>${body}${link}</main><script>${SCRIPT}</script></body></html>`;
  return reply
    .code(status)
    .removeHeader('x-frame-options')
    .headers({
      'content-security-policy': [
        "default-src 'none'",
        `script-src ${SCRIPT_HASH}`,
        `style-src ${STYLE_HASH}`,
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${["'self'", ...sites].join(' ')}`,
      ].join(';'),
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
