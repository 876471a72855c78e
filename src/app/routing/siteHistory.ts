import { createPath, NavigationType, parsePath, type Location, type Navigator, type To } from 'react-router-dom';
import { createStore, type Store } from '../createStore.ts';
import { isKioskDevice } from '../kioskStore.ts';
import type { NavigationDecision } from './navigationGuard.ts';

/** The current location and how it was reached. */
export interface NavigationState {
  location: Location;
  action: NavigationType;
}

export interface SiteHistory {
  store: Store<NavigationState>;
  navigator: Navigator;
  navigate: (to: To, options?: { replace?: boolean; state?: unknown }) => Promise<void>;
}

/** The state of a history entry: its index and the page's own state, named as in React Router. */
interface EntryState {
  idx: number;
  key: string;
  usr: unknown;
}

type NavigationGuard = (next: Location, current: Location) => NavigationDecision | Promise<NavigationDecision>;

/** The browser's history with a guard. When `popstate` fires, the navigation has happened: it is reverted until the guard decides. */
export function createSiteHistory(guard: NavigationGuard, renderedSearch?: string): SiteHistory {
  const entry = presentEntry() ?? { idx: 0, key: newKey(), usr: null };
  window.history.replaceState(entry, '');
  const store = navigationStoreOf(locationNow(entry), renderedSearch);
  let index = entry.idx;
  /** Id of the latest navigation; it supersedes navigations whose guard is still pending. */
  let latest = 0;
  let isReverting = false;
  let isAllowed = false;

  const arrive = (state: EntryState, action: NavigationType) => {
    index = state.idx;
    store.set({ location: locationNow(state), action });
  };
  const go = async (to: To, { replace = false, state: usr = null as unknown } = {}) => {
    const id = ++latest;
    const current = store.get().location;
    const next = nextLocation(to, current, usr);
    const pending = guard(next, current);
    const decision = pending instanceof Promise ? await pending : pending;
    if (id !== latest || decision === 'stay') return;
    if (decision !== 'pass') return go(decision.to);
    // A kiosk has no way back to what the person before has opened.
    const isReplacing = replace || isKioskDevice();
    const state = { idx: isReplacing ? index : index + 1, key: next.key, usr };
    window.history[isReplacing ? 'replaceState' : 'pushState'](state, '', createPath(next));
    arrive(state, isReplacing ? NavigationType.Replace : NavigationType.Push);
  };
  const revert = async (delta: number, decision: Promise<NavigationDecision> | NavigationDecision) => {
    const id = latest;
    isReverting = true;
    window.history.go(-delta);
    const decided = await decision;
    if (id !== latest || decided === 'stay') return;
    if (decided !== 'pass') return go(decided.to);
    isAllowed = true;
    window.history.go(delta);
  };
  window.addEventListener('popstate', () => {
    if (isReverting) {
      isReverting = false;
      return;
    }
    latest += 1;
    const state = presentEntry() ?? adoptEntry(index + 1);
    const delta = state.idx - index;
    const pending = isAllowed || delta === 0 ? 'pass' : guard(locationNow(state), store.get().location);
    isAllowed = false;
    if (pending === 'pass') arrive(state, NavigationType.Pop);
    else void revert(delta, pending);
  });
  return { store, navigate: go, navigator: navigatorOf(go) };
}

function navigationStoreOf(location: Location, renderedSearch: string | undefined) {
  const action = NavigationType.Pop;
  // The server renders without the fragment, which browsers do not send, and without undeclared query parameters.
  const rendered = { ...location, search: renderedSearch ?? location.search, hash: '' };
  return createStore<NavigationState>({ location, action }, { location: rendered, action });
}

function nextLocation(to: To, { pathname }: Location, state: unknown): Location {
  const path = typeof to === 'string' ? parsePath(to) : to;
  return { pathname, search: '', hash: '', ...path, state, key: newKey() };
}

function navigatorOf(go: SiteHistory['navigate']): SiteHistory['navigator'] {
  return {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => window.history.go(delta),
    push: (to, state) => void go(to, { state }),
    replace: (to, state) => void go(to, { replace: true, state }),
  };
}

export function staticHistory({ pathname, search }: { pathname: string; search: string }): SiteHistory {
  const nowhere = () => {
    throw new Error('There is no navigation while a document is rendered');
  };
  return {
    store: createStore<NavigationState>({
      location: { pathname, search, hash: '', state: null, key: '' },
      action: NavigationType.Pop,
    }),
    navigate: nowhere,
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: nowhere,
      push: nowhere,
      replace: nowhere,
    },
  };
}

function presentEntry(): EntryState | null {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? (state as EntryState)
    : null;
}

/** Adds state to an entry that the browser created itself for a fragment. */
function adoptEntry(idx: number): EntryState {
  const state = { idx, key: newKey(), usr: null };
  window.history.replaceState(state, '');
  return state;
}

function locationNow({ key, usr }: EntryState): Location {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, key, state: usr };
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
