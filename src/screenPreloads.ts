import { imageFacts } from '../domain/values/images.ts';
import { HOME_PAGE, pageAddress } from '../domain/content/content.ts';
import type { CenterView } from '../domain/calls/centers.ts';
import type { WeekHours } from '../domain/calls/places.ts';
import type { ContentPage } from '../domain/calls/pages.ts';
import type { DocumentQuery, PageLook } from '../domain/content/document.ts';
import type { SharedDraft } from '../domain/calls/links.ts';
import { isSearchable } from '../domain/content/documentation-search.ts';
import type { ShellModel } from '../domain/declarations/client-model.ts';
import { sessionData, sessionDescription, sessionListData } from './structuredData.ts';
import type { SessionDetails, UpcomingSessions } from '../domain/calls/sessions.ts';
import type { RenderedScreenName } from '../domain/declarations/screens.ts';
import type { Receipt } from '../domain/calls/receipts.ts';
import type { Problem } from '../domain/values/problem.ts';
import { callPath } from './app/callApi.ts';
import { searchQuery } from './app/searchResults/searchQuery.ts';
import { cardData } from './content/cards/cardSections.ts';
import { centerViewQuery } from './content/center/centerViewQuery.ts';
import { standardCenterPage } from './content/center/standardCenterPage.ts';
import { nextSessionsQuery } from './content/cards/SessionsCard.tsx';
import { visibleRange } from './calendar/layout/ranges.ts';
import { addressIn } from './calendar/calendarAddress.ts';
import { placesQuery } from './portal/calendar/placesQuery.ts';
import { isCounted, usualView } from './portal/calendar/calendarRange.ts';
import { placeIds, placesName } from './portal/calendar/placeIds.ts';
import { DAY_CALENDAR_SOURCE } from './content/cards/DayEvents.tsx';
import { sessionsQuery } from './content/sessions/sessionsQuery.ts';
import { sessionQuery } from './portal/signup/session/sessionRequests.ts';
import { receiptQuery } from './portal/payments/receipt/receiptQuery.ts';
import { filterIn, pageIn } from './portal/signup/upcomingAddress.ts';
import { pageNameOf } from './portal/content/pageNameOf.ts';

export type FetchQuery = (path: string) => Promise<DocumentQuery>;

export interface Address {
  pathname: string;
  query: URLSearchParams;
  /** The site's, for absolute addresses. */
  origin: string;
  shell: ShellModel;
  /** For an account; documents of visitors are cached. */
  isPersonal: boolean;
}

/** What the preload of a screen finds out about its page. */
export interface PageFacts {
  status?: 404 | 410;
  /** The path at which the page is now. */
  movedTo?: string;
  look?: PageLook;
  description?: string | null;
  image?: string | null;
  /** What search engines read of it (JSON-LD). */
  data?: object;
  /** It is for those who have its address: neither indexed nor kept anywhere. */
  isPrivate?: boolean;
  /** Sources of what the page shows immediately and its screen loads later. */
  sources?: readonly string[];
}

/** Requests what the screen shows first, by the keys of its queries. */
export type PreloadScreen = (address: Address, fetchQuery: FetchQuery) => Promise<PageFacts>;

export const screenPreloads: Readonly<Record<RenderedScreenName, PreloadScreen | null>> = {
  'portal:calendar': preloadCalendar,
  'portal:center-view': preloadCenter,
  'portal:content': preloadContent,
  'portal:upcoming-events': preloadUpcoming,
  'portal:event-details': preloadDetails,
  'portal:draft': preloadDraft,
  'portal:docs': preloadDocs,
  'portal:communication-settings': async ({ query }) => ({ isPrivate: query.has('link') }),
  'portal:login': null,
  'portal:receipt': preloadReceipt,
};

async function preloadContent({ pathname, isPersonal }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const name = pageNameOf(pathname);
  const [answer] = await Promise.all([
    fetchQuery(callPath('GET /api/content/page', { query: { title: name } })),
    isPersonal && name === HOME_PAGE ? fetchQuery(callPath('GET /api/home')) : null,
  ]);
  if ('problem' in answer) return factsOfAbsence(answer.problem);
  return factsOfPage(answer.data as unknown as ContentPage, fetchQuery);
}

async function preloadCenter({ pathname }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const answer = await fetchQuery(queryKeyOf(centerViewQuery(pathname.split('/')[3] ?? '')));
  if ('problem' in answer) return factsOfAbsence(answer.problem);
  const view = answer.data as unknown as CenterView;
  const { pageName, locationId } = view;
  const [own] = await Promise.all([
    pageName === null ? null : fetchQuery(callPath('GET /api/content/page', { query: { title: pageName } })),
    locationId === null ? null : fetchQuery(hoursPath(locationId)),
  ]);
  const page = own !== null && 'data' in own ? (own.data as unknown as ContentPage) : standardCenterPage(view);
  const facts = await factsOfPage(page, fetchQuery);
  return {
    ...facts,
    look: { record: view.name, theme: page.theme, backgroundUrl: page.backgroundUrl },
    description: page.summary ?? `Open now, on duty, machines and trainings: ${view.name}.`,
  };
}

async function preloadCalendar({ pathname, query: parameters }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const [, , first, second] = pathname.split('/');
  const ids = placeIds(first, second === '' ? undefined : second);
  const [weeks] = await Promise.all([
    Promise.all(ids.map((id) => fetchQuery(hoursPath(id)))),
    fetchQuery(String(placesQuery.queryKey[0])),
  ]);
  const problem = weeks.find((answer) => 'problem' in answer)?.problem;
  if (problem !== undefined) return factsOfAbsence(problem);
  const places = weeks.flatMap((answer) => ('data' in answer ? [answer.data as unknown as WeekHours] : []));
  const { view, date } = addressIn(parameters);
  const position = { view: view ?? usualView(places.length), date: date ?? places[0]?.today ?? '' };
  const range = visibleRange(position);
  const call = isCounted(position.view) ? 'GetCalendarCounts' : 'GetCalendarFor';
  const query = { from: range.first, to: range.last };
  await Promise.all(
    ids.map((id) => fetchQuery(callPath(`GET /api/ViewScheduling/${call}/:id`, { params: { id }, query }))),
  );
  return {
    look: { record: placesName(places) },
    description: `Opening hours and events: ${placesName(places)}.`,
  };
}

async function preloadUpcoming({ query, origin, shell }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const [answer] = await Promise.all([
    fetchQuery(queryKeyOf(sessionsQuery(filterIn(query), { page: pageIn(query) }))),
    fetchQuery(callPath('GET /api/events/sessions/choices')),
  ]);
  const { productName } = shell.site;
  return {
    description: 'Upcoming workshops and trainings, with the seats that are left.',
    ...('data' in answer
      ? { data: sessionListData((answer.data as unknown as UpcomingSessions).sessions, { origin, productName }) }
      : {}),
  };
}

async function preloadDetails({ pathname, query, origin, shell }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const answer = await fetchQuery(queryKeyOf(sessionQuery(Number(pathname.split('/')[3]), query.get('link'))));
  const isPrivate = query.has('link');
  // What is no id of a session is refused as such: 0.
  if ('problem' in answer)
    return { ...([400, 404, 410].includes(answer.problem.status) ? { status: 404 } : {}), isPrivate };
  const session = answer.data as unknown as SessionDetails;
  return {
    look: { record: session.title },
    description: sessionDescription(session),
    isPrivate,
    data: sessionData(session, { origin, productName: shell.site.productName }),
  };
}

async function preloadDraft({ query }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const answer = await fetchQuery(callPath('GET /api/content/draft', { query: { link: query.get('link') ?? '' } }));
  const facts =
    'problem' in answer
      ? factsOfAbsence(answer.problem)
      : await factsOfPage((answer.data as unknown as SharedDraft).page, fetchQuery);
  return { ...facts, isPrivate: true };
}

async function preloadReceipt({ pathname }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const [, , endpoint = '', token = ''] = pathname.split('/');
  const answer = await fetchQuery(queryKeyOf(receiptQuery(endpoint, token)));
  if ('problem' in answer) return { ...factsOfAbsence(answer.problem), isPrivate: true };
  return { look: { record: (answer.data as unknown as Receipt).number }, isPrivate: true };
}

async function factsOfPage(page: ContentPage, fetchQuery: FetchQuery): Promise<PageFacts> {
  const cards = page.cards.map((card) => ({ type: card.type, data: cardData(card) }));
  const paths = cards.flatMap(({ type, data }) => [
    ...(type === 'LocationCard' && data.id !== undefined
      ? [data.mode === 'day' ? todayPath(data.id) : hoursPath(data.id)]
      : []),
    ...(type === 'SessionsCard' ? [queryKeyOf(nextSessionsQuery(data))] : []),
    ...(type === 'CenterCard' && data.centerId !== undefined ? [queryKeyOf(centerViewQuery(data.centerId))] : []),
    ...(data.places ?? []).map(hoursPath),
  ]);
  await Promise.all([...new Set(paths)].map(fetchQuery));
  const pictures = [...cards.map(({ data }) => data.imageUrl), page.backgroundUrl].filter(
    (file) => file != null && imageFacts(file) !== null,
  );
  return {
    look: { record: page.title, theme: page.theme, backgroundUrl: page.backgroundUrl },
    description: page.summary,
    image: pictures[0] ?? null,
    sources: [
      ...(cards.some(({ type, data }) => type === 'LocationCard' && data.mode === 'day') ? [DAY_CALENDAR_SOURCE] : []),
    ],
  };
}

function hoursPath(id: number): string {
  return callPath('GET /api/locations/:id/hours', { params: { id } });
}

function todayPath(id: number): string {
  return callPath('GET /api/ViewScheduling/GetCalendarFor/:id', { params: { id }, query: { today: 'true' } });
}

function factsOfAbsence({ status, current }: Problem): PageFacts {
  if (status === 308) return { movedTo: pageAddress(String(current?.['name'])) };
  // What is no id or name is refused as such: 400.
  return status === 410 ? { status } : status === 400 || status === 404 ? { status: 404 } : {};
}

async function preloadDocs({ query, shell }: Address, fetchQuery: FetchQuery): Promise<PageFacts> {
  const text = (query.get('search') ?? '').trim();
  if (isSearchable(text)) await fetchQuery(queryKeyOf(searchQuery(shell.site.documentation.system, text)));
  return {};
}

function queryKeyOf({ queryKey }: { queryKey: readonly unknown[] }): string {
  return String(queryKey[0]);
}
