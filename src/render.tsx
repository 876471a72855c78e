import { renderToString } from 'react-dom/server';
import type { SiteDisplaySettings } from '../domain/calls/content.ts';
import type {
  DocumentHead,
  DocumentQuery,
  DocumentState,
  RenderDocument,
  RenderRequest,
} from '../domain/content/document.ts';
import { matchRoute, type RouteMatch } from '../domain/access/match-route.ts';
import { guardRoute, pageTitle } from '../domain/access/route-guard.ts';
import { Site } from './app/start/App.tsx';
import { applyDocumentState } from './app/documentState.ts';
import { isKioskDevice } from './app/kioskStore.ts';
import { modelStore } from './app/modelStore.ts';
import { queryClient } from './app/queryClient.ts';
import { staticHistory } from './app/routing/siteHistory.ts';
import { provideScreens, screenOf, screenReady } from './app/routing/screens.ts';
import { setLoggedOut } from './app/sessionStore.ts';
import { navigationQuery } from './app/shell/navigationQuery.ts';
import { siteSettingsQuery } from './app/siteSettings.ts';
import { pageLookStore } from './app/pageLook.ts';
import { preloadsOf } from './pagePreloads.ts';
import { screenPreloads, type Address, type FetchQuery, type PageFacts, type PreloadScreen } from './screenPreloads.ts';
import { screens } from './screens.ts';
import { clock } from './ui/clock.ts';
import { addDrawings } from './ui/iconDrawings.ts';
import { codeOnItsWay } from './ui/lazyComponent.tsx';
import { otherIcons } from './ui/otherIcons.ts';
import { statusIcons } from './ui/statusIcons.ts';

provideScreens(screens);

/** A document has its icons drawn, so that the page need not load their drawings. */
addDrawings({ ...otherIcons, ...statusIcons });

const preloads: Readonly<Record<string, PreloadScreen | null>> = screenPreloads;
const SITE = 'http://document.invalid';

export const renderDocument: RenderDocument = async ({ url, origin, state: given, fetchQuery }) => {
  const address = parseAddress(url);
  const match = matchRoute(address.pathname, given.shell.routes);
  const shown = match !== null && canEnter(match, given, url) ? screenOf(match.route).key : null;
  const screen = shown === null ? undefined : preloads[shown];
  const queries: DocumentQuery[] = [];
  const fetchAndKeep: FetchQuery = async (path) => {
    const answer = await fetchQuery(path);
    queries.push(answer);
    return answer;
  };
  const [settings, facts] = await Promise.all([
    fetchAndKeep(siteSettingsQuery.queryKey[0] ?? ''),
    preloaded(screen ?? null, address, { origin, shell: given.shell, isPersonal: isPersonal(given) }, fetchAndKeep),
    fetchAndKeep(navigationQuery.queryKey[0] ?? ''),
    screenReady(match?.route),
  ]);
  const state: DocumentState = {
    ...given,
    queries: queries.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    search: address.search,
    look: facts.look ?? null,
  };
  const isRendered = given.device === undefined && (screen !== undefined || match === null);
  const { sources, calls, offlineSources = [] } = preloadsOf(shown, match);
  const { links, body } = isRendered ? await wholeMarkup(state, address) : { links: '', body: null };
  return {
    status: match === null ? 404 : (facts.status ?? 200),
    movedTo: facts.movedTo ?? null,
    isPrivate: facts.isPrivate ?? false,
    body,
    head: documentHead(match, state, facts, settings, `${links}${calls.map(callLink).join('')}`),
    state,
    sources: [...sources, ...(facts.sources ?? [])],
    offlineSources,
  };
};

/** Parsed as a path even with several leading slashes: "//host" is a path here, as in the browser's address. */
function parseAddress(url: string): URL {
  return new URL(url.startsWith('/') ? `${SITE}${url}` : url, SITE);
}

/** Dialogs and redirects are left to the browser; a page that the user may not see is not rendered. */
function canEnter({ route }: RouteMatch, { session, device }: RenderRequest['state'], url: string): boolean {
  const isKiosk = session?.isKiosk === true || isKioskDevice(device ?? null);
  return (
    guardRoute(route, null, { isLoggedIn: session !== null, roles: session?.roles ?? [], isKiosk }, url).kind === 'pass'
  );
}

function isPersonal({ session }: RenderRequest['state']): boolean {
  return session !== null && !session.isKiosk;
}

async function preloaded(
  preload: PreloadScreen | null,
  { pathname, searchParams }: URL,
  site: Omit<Address, 'pathname' | 'query'>,
  fetchQuery: FetchQuery,
): Promise<PageFacts> {
  return (await preload?.({ pathname, query: searchParams, ...site }, fetchQuery)) ?? {};
}

/** Drawn again where parts of the page had not been loaded: the first time after a start. */
async function wholeMarkup(state: DocumentState, address: URL): Promise<Markup> {
  const first = markupOf(state, address);
  const code = codeOnItsWay();
  if (code === null) return first;
  await code;
  return markupOf(state, address);
}

interface Markup {
  links: string;
  body: string;
}

/** Synchronous, so that the stores belong to one page at a time. */
function markupOf(state: DocumentState, address: URL): Markup {
  const empty = modelStore.get();
  applyDocumentState(state, clock.now());
  try {
    const html = renderToString(<Site history={staticHistory(address)} />);
    const [links = ''] = /^(?:<link [^>]*>)*/.exec(html) ?? [];
    return { links, body: html.slice(links.length) };
  } finally {
    queryClient.clear();
    setLoggedOut();
    modelStore.set(empty);
    pageLookStore.set(null);
  }
}

/** Calls run while the page's code loads. */
function callLink(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin href="${url.replaceAll('&', '&amp;')}" />`;
}

function documentHead(
  match: RouteMatch | null,
  { shell: { site }, look }: DocumentState,
  facts: PageFacts,
  settings: DocumentQuery,
  links: string,
): DocumentHead {
  const own = 'data' in settings ? (settings.data as SiteDisplaySettings | null) : null;
  const title = pageTitle(match?.route.name, site.productName, look?.record);
  return {
    title,
    share: { title: match?.route.path === '/' ? site.productName : title, site: site.productName },
    description: facts.description ?? site.description ?? null,
    theme: (look?.theme ?? match?.route.backgroundTheme) === 'dark' ? 'dark' : 'light',
    image: facts.image ?? own?.graphicURL ?? own?.squareLogoURL ?? null,
    icon: own?.faviconURL ?? null,
    data: facts.data ?? null,
    links,
  };
}
