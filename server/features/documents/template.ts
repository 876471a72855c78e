import { PAGE_BACKGROUNDS } from '../../../domain/values/constants.ts';
import { DOCUMENT_STATE_ID, type DocumentHead, type RenderedDocument } from '../../../domain/content/document.ts';
import { iconUrl, imageFacts, imageUrl } from '../../../domain/values/images.ts';
import type { Build, Chunk } from '../../platform/http/build.ts';

interface Pieces {
  beforeTheme: string;
  beforePage: string;
  beforeEnd: string;
  beforeBody: string;
  rest: string;
}

const START = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/;
const CUTS = [/data-theme="light"/, /<!--page[\s\S]*<!--\/page-->/, /(?=<\/head>)/, /<div id="root"><\/div>/];

export class Template {
  readonly #pieces: Pieces;
  readonly #manifest: Build['manifest'];
  /** The manifest's name of the chunk that holds a source. */
  readonly #chunks: ReadonlyMap<string, string>;
  readonly #styles: Build['styles'];
  readonly #start: string;
  readonly #siteUrl: string | null;

  /** `siteUrl`: the origin of canonical addresses, if known. Throws when index.html lacks its insertion points. */
  constructor(
    { html, manifest, files, styles, start }: Pick<Build, 'html' | 'manifest' | 'files' | 'styles' | 'start'>,
    siteUrl: string | null,
  ) {
    this.#pieces = cut(html);
    this.#manifest = manifest;
    const names = new Map(Object.entries(manifest).map(([name, { file }]) => [file, name]));
    this.#chunks = new Map(Object.entries(files).map(([source, file]) => [source, names.get(file) ?? '']));
    this.#styles = styles;
    this.#start = start;
    this.#siteUrl = siteUrl;
  }

  /** `origin`: of the addresses that link previews show. */
  fill(document: RenderedDocument, path: string, origin: string): string {
    const { head, body, state, sources, offlineSources = [], status, isPrivate } = document;
    const isForSearch = status === 200 && body !== null && !isPrivate;
    const { beforeTheme, beforePage, beforeEnd, beforeBody, rest } = this.#pieces;
    const words = this.#words(head, isForSearch ? path : null, origin).join('\n    ');
    // After the entry's styles, so that the page's own take precedence.
    const linked = `${beforeEnd}${this.#files(sources, offlineSources).join('')}`;
    const files = body === null ? this.#withStart(linked) : loadedLater(linked);
    return `${beforeTheme}data-theme="${head.theme}"${beforePage}${words}${isForSearch ? structured(head.data) : ''}${head.links}${this.#withStyles(files)}${beforeBody}<div id="root">${body ?? ''}</div>${body === null ? withoutScripts(head.title) : ''}
    <script type="application/json" id="${DOCUMENT_STATE_ID}">${scriptText(state)}</script>${rest}`;
  }

  /**
   * Style sheets are inlined, so that nothing is painted before all styles are present. The links remain for the chunk loader, which
   * checks for them; browsers do not fetch them.
   */
  #withStyles(head: string): string {
    return head.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
      const text = this.#styles[file];
      return text === undefined ? link : `<style>${text}</style><link rel="stylesheet" href="/${file}" disabled />`;
    });
  }

  /** Rendered in the browser: its first script is inlined, since every request counts. */
  #withStart(head: string): string {
    return head.replace(
      START,
      (_tag, file: string) => `<script type="module" data-start="${file}">${this.#start}</script>`,
    );
  }

  #words(
    { title, share, description, theme, image, icon }: DocumentHead,
    path: string | null,
    origin: string,
  ): string[] {
    const canonical = this.#siteUrl === null || path === null ? null : `${this.#siteUrl}${path}`;
    const picture = image === null ? null : `${origin}${imageUrl(image)}`;
    return [
      `<meta name="theme-color" content="${PAGE_BACKGROUNDS[theme]}" />`,
      `<title>${escaped(title)}</title>`,
      ...meta('name', 'description', description),
      ...(path === null ? meta('name', 'robots', 'noindex') : []),
      ...(canonical === null ? [] : [`<link rel="canonical" href="${escaped(canonical)}" />`]),
      ...meta('property', 'og:type', 'website'),
      ...meta('property', 'og:site_name', share.site),
      ...meta('property', 'og:title', share.title),
      ...meta('property', 'og:description', description),
      ...meta('property', 'og:url', path === null ? null : `${origin}${path}`),
      ...meta('property', 'og:image', picture),
      ...meta('name', 'twitter:card', picture === null ? null : 'summary_large_image'),
      icon === null
        ? '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />'
        : `<link rel="icon" href="${iconUrl(icon)}" type="image/${imageFacts(icon)?.type ?? 'png'}" />`,
    ];
  }

  /**
   * Preloads of the page's own code and styles, and names of those that it loads later, which browsers do not fetch. Those of the entry
   * are part of index.html.
   */
  #files(sources: readonly string[], offlineSources: readonly string[]): string[] {
    const known = this.#reach(new Map(), ['index.html']);
    const own = this.#reach(known, this.#namesOf(sources));
    const later = this.#reach(new Map([...known, ...own]), this.#namesOf(offlineSources));
    return [
      ...stylesOf(own).map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
      ...[...own.values()].map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
      ...[...stylesOf(later), ...[...later.values()].map(({ file }) => file)].map(
        (file) => `<link rel="offline" href="/${file}" />`,
      ),
    ];
  }

  #namesOf(sources: readonly string[]): string[] {
    return sources.map((source) => this.#chunks.get(source) ?? '');
  }

  /** The named chunks and those that they import, without known ones. */
  #reach(known: ReadonlyMap<string, Chunk>, names: readonly string[]): Map<string, Chunk> {
    const chunks = new Map<string, Chunk>();
    const visit = (name: string): void => {
      const chunk = this.#manifest[name];
      if (!chunk || known.has(name) || chunks.has(name)) return;
      chunks.set(name, chunk);
      chunk.imports?.forEach(visit);
    };
    names.forEach(visit);
    return chunks;
  }
}

function stylesOf(chunks: ReadonlyMap<string, Chunk>): string[] {
  return [...new Set([...chunks.values()].flatMap(({ css = [] }) => css))];
}

/** The page is already rendered, so its code is loaded after the first paint (the second script in index.html). */
function loadedLater(head: string): string {
  return head
    .replace(/<link rel="modulepreload"/g, '<link rel="later"')
    .replace(START, '<link rel="later" data-start="$1" crossorigin href="$1" />');
}

function withoutScripts(title: string): string {
  return `<noscript><main class="needs-script"><h1>${escaped(title)}</h1>\n      <p>This page works only with JavaScript. Turn it on in your browser’s settings, then load the page again.</p>\n      <p>Without it you can read the <a href="/">home page</a> and <a href="/docs">search</a> this site.</p></main></noscript>`;
}

function cut(html: string): Pieces {
  const pieces: string[] = [];
  let rest = html;
  for (const mark of CUTS) {
    const found = mark.exec(rest);
    if (!found) throw new Error(`index.html has lost its mark ${mark.source}.`);
    pieces.push(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
  }
  const [beforeTheme = '', beforePage = '', beforeEnd = '', beforeBody = ''] = pieces;
  return { beforeTheme, beforePage, beforeEnd, beforeBody, rest };
}

function meta(kind: 'name' | 'property', name: string, content: string | null): string[] {
  return content === null || content === '' ? [] : [`<meta ${kind}="${name}" content="${escaped(content)}" />`];
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function structured(data: object | null): string {
  return data === null ? '' : `<script type="application/ld+json">${scriptText(data)}</script>`;
}

/** JSON escaped for a script element: neither "</script" nor "<!--" can occur. */
function scriptText(value: object): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
