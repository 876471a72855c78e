/** What a document brings along for its page, and what the server asks of the build that renders it (src/render.tsx). */
import type { PageTheme } from './content.ts';
import type { Json, ShellModel } from './model.ts';
import type { Problem } from './problem.ts';
import type { UserCookieData } from './session.ts';

/** The id of the script element of type application/json that holds the state. */
export const DOCUMENT_STATE_ID = 'document-state';

/** All that a page would ask for before its first paint. */
export interface DocumentState {
  /** Null: nobody is logged in. */
  session: UserCookieData | null;
  /** How the person is called; the user name where it may not be read. Null for a visitor. */
  displayName: string | null;
  shell: ShellModel;
  queries: DocumentQuery[];
  /** The query string that the document was rendered with: what the page declares of it. */
  search: string;
  /** Null: the page says nothing of its own. */
  look: PageLook | null;
}

/** What a page says of its look beyond its route. */
export interface PageLook {
  /** Instead of the route's name in the document's title. */
  title?: string;
  theme: PageTheme;
  /** File of the picture behind the page, its own or its theme's; null: none. */
  backgroundUrl: string | null;
}

/** The answer to a GET of `path`, or its refusal. The path is the query's key. */
export type DocumentQuery = { path: string; data: Json } | { path: string; problem: Problem };

export interface DocumentHead {
  title: string;
  description: string | null;
  theme: 'dark' | 'light';
  /** File of /api/Content that shows what the page is about. */
  image: string | null;
  /** File of the site's own favicon. */
  icon: string | null;
  /** Link elements that React wants in the head: pictures to load first. */
  links: string;
}

export interface RenderRequest {
  /** Path and the declared part of the query. */
  url: string;
  state: Pick<DocumentState, 'session' | 'displayName' | 'shell'>;
  /** The answer to a GET, as the page's own call would get it. Never rejects. */
  ask: (path: string) => Promise<DocumentQuery>;
}

export interface RenderedDocument {
  /** 200; 404 where there is no such page, 410 where there is none any more. */
  status: 200 | 404 | 410;
  /** Path at which the page is now; null: here. */
  movedTo: string | null;
  /** What stands in #root; null where the page is made in the browser. */
  body: string | null;
  head: DocumentHead;
  state: DocumentState;
  /** The sources, as the browser build's manifest names them, whose files the page needs besides the entry. */
  sources: string[];
}

export type RenderDocument = (request: RenderRequest) => Promise<RenderedDocument>;
