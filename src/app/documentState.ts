import { DOCUMENT_STATE_ID, type DocumentQuery, type DocumentState } from '../../domain/content/document.ts';
import { ApiError } from './ApiError.ts';
import { setDevice } from './kioskStore.ts';
import { modelStore } from './modelStore.ts';
import { queryClient } from './queryClient.ts';
import { setLoggedIn, setLoggedOut } from './sessionStore.ts';
import { pageLookStore } from './pageLook.ts';
import { clock } from '../ui/clock.ts';

/** How long the document's session counts as verified, in milliseconds. */
const RECENT = 10_000;
let receivedAt = 0;

/** The state embedded in the document; null without one (npm run dev). */
export function documentState(): DocumentState | null {
  const text = document.getElementById(DOCUMENT_STATE_ID)?.textContent;
  return text ? (JSON.parse(text) as DocumentState) : null;
}

/** Fills the stores and the query cache. `asOf`: when the data was current, in epoch milliseconds. */
export function applyDocumentState(
  { session, displayName, shell, queries, look, device }: DocumentState,
  asOf: number,
): void {
  receivedAt = asOf;
  if (session === null) setLoggedOut();
  else setLoggedIn(session);
  modelStore.set({ model: shell, userName: session?.username ?? null, displayName, error: null });
  pageLookStore.set(look);
  if (device !== undefined) setDevice(device);
  for (const query of queries) applyQuery(query, asOf);
}

/** Whether the document has just verified the session, so that it need not be checked again. */
export function documentIsRecent(): boolean {
  return clock.now() - receivedAt < RECENT;
}

function applyQuery(query: DocumentQuery, asOf: number): void {
  const queryKey = [query.path];
  if ('data' in query) {
    queryClient.setQueryData(queryKey, query.data, { updatedAt: asOf });
    return;
  }
  const { state } = queryClient.getQueryCache().build(queryClient, { queryKey });
  queryClient
    .getQueryCache()
    .find({ queryKey })
    ?.setState({
      ...state,
      status: 'error',
      error: new ApiError(query.problem),
      errorUpdatedAt: asOf,
      errorUpdateCount: 1,
      fetchStatus: 'idle',
    });
}

/** When the document's data was current: now, except after back and forward, which may reuse an old copy. */
export function documentTime(): number {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'back_forward' ? 1 : clock.now();
}
