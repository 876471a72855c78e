/** The state embedded in a document for hydration, and the contract between the server and the rendering build (src/render.tsx). */
import type { PageTheme } from '../calls/pages.ts';
import type { ShellModel } from '../declarations/client-model.ts';
import type { Json } from '../values/json.ts';
import type { Problem } from '../values/problem.ts';
import type { UserCookieData } from '../calls/accounts.ts';
import type { PairedDevice } from '../calls/kiosk.ts';

export const DOCUMENT_STATE_ID = 'document-state';

/** Everything the page would otherwise request before its first paint. */
export interface DocumentState {
  /** Null when no one is logged in. */
  session: UserCookieData | null;
  /** The user's display name, or the user name where the display name may not be read; null for a visitor. */
  displayName: string | null;
  shell: ShellModel;
  /** Of a paired display or reader, whose page is made in the browser. */
  device?: PairedDevice;
  queries: DocumentQuery[];
  /** The query string the document was rendered with, reduced to the parameters that the route declares. */
  search: string;
  /** Null when the page does not override its route's appearance. */
  look: PageLook | null;
}

/** What a page overrides of its route's appearance. */
export interface PageLook {
  /** The name of the record on the page, for its title. */
  record?: string;
  theme?: PageTheme;
  /** The background picture, the page's own or its theme's; null for none. */
  backgroundUrl?: string | null;
}

/** The response to a GET of `path`, or the problem it was refused with. The path is the query key. */
export type DocumentQuery = { path: string; data: Json } | { path: string; problem: Problem };

export interface DocumentHead {
  title: string;
  /** The title in a preview of the link, and the name of the site. */
  share: { title: string; site: string };
  description: string | null;
  theme: 'dark' | 'light';
  /** File of /api/Content used as the preview image. */
  image: string | null;
  /** The site's own favicon file. */
  icon: string | null;
  /** What search engines read of the page (JSON-LD); null for nothing. */
  data: object | null;
  /** Link elements for the head that preload images. */
  links: string;
}

export interface RenderRequest {
  /** Path and the declared query parameters. */
  url: string;
  /** The site's, for absolute addresses. */
  origin: string;
  state: Pick<DocumentState, 'session' | 'displayName' | 'shell' | 'device'>;
  /** Performs a GET as the page's own request would. Never rejects. */
  fetchQuery: (path: string) => Promise<DocumentQuery>;
}

export interface RenderedDocument {
  /** 404: no such page; 410: the page has been removed. */
  status: 200 | 404 | 410;
  /** Redirect target; null when the page is served here. */
  movedTo: string | null;
  /** For people who have its address: neither indexed nor cached anywhere. */
  isPrivate: boolean;
  /** Contents of #root; null for screens that render in the browser only. */
  body: string | null;
  head: DocumentHead;
  state: DocumentState;
  /** Manifest keys of the browser build whose files the page needs besides the entry. */
  sources: string[];
  /** The same for modules that a page that opens without a connection loads later. */
  offlineSources?: string[];
}

export type RenderDocument = (request: RenderRequest) => Promise<RenderedDocument>;
