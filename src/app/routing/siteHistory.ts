import { createPath, NavigationType, parsePath, type Location, type Navigator, type To } from 'react-router-dom';
import { createStore, type Store } from '../createStore.ts';
import type { Passage } from './passage.ts';

/** Where the app is, and how it came there. */
export interface Whereabouts {
  location: Location;
  action: NavigationType;
}

export interface SiteHistory {
  store: Store<Whereabouts>;
  navigator: Navigator;
  /** As a link does. Settles when it has taken place or been given up. */
  navigate: (to: To, options?: { replace?: boolean; state?: unknown }) => Promise<void>;
}

/** What the browser keeps with an entry of its history: the entry's place in the row, and what the page put there. */
interface EntryState {
  idx: number;
  key: string;
  usr: unknown;
}

type Judge = (next: Location, current: Location) => Passage | Promise<Passage>;

/**
 * The browser's history with a judge before each navigation, those by the browser's own buttons too: they have happened when one
 * hears of them, so they are taken back until it is decided.
 */
export function createSiteHistory(judge: Judge, renderedSearch?: string): SiteHistory {
  const entry = presentEntry() ?? { idx: 0, key: newKey(), usr: null };
  window.history.replaceState(entry, '');
  const begin = { location: locationNow(entry), action: NavigationType.Pop };
  // A document is rendered without the fragment, which browsers keep to themselves, and without undeclared query parameters.
  const rendered = { ...begin.location, search: renderedSearch ?? begin.location.search, hash: '' };
  const store = createStore<Whereabouts>(begin, { ...begin, location: rendered });
  let index = entry.idx;
  /** Counts navigations: one that is still being judged when the next begins is given up. */
  let turn = 0;
  let isTakingBack = false;
  let isAllowed = false;

  const arrive = (state: EntryState, action: NavigationType) => {
    index = state.idx;
    store.set({ location: locationNow(state), action });
  };
  const go = async (to: To, { replace = false, state: usr = null as unknown } = {}) => {
    const mine = ++turn;
    const current = store.get().location;
    const next = {
      pathname: current.pathname,
      search: '',
      hash: '',
      ...(typeof to === 'string' ? parsePath(to) : to),
      state: usr,
      key: newKey(),
    };
    const judged = judge(next, current);
    const verdict = judged instanceof Promise ? await judged : judged;
    if (mine !== turn || verdict === 'stay') return;
    if (verdict !== 'pass') return go(verdict.to);
    const state = { idx: replace ? index : index + 1, key: next.key, usr };
    window.history[replace ? 'replaceState' : 'pushState'](state, '', createPath(next));
    arrive(state, replace ? NavigationType.Replace : NavigationType.Push);
  };
  const takeBack = async (delta: number, verdict: Promise<Passage> | Passage) => {
    const mine = turn;
    isTakingBack = true;
    window.history.go(-delta);
    const decided = await verdict;
    if (mine !== turn || decided === 'stay') return;
    if (decided !== 'pass') return go(decided.to);
    isAllowed = true;
    window.history.go(delta);
  };
  window.addEventListener('popstate', () => {
    if (isTakingBack) {
      isTakingBack = false;
      return;
    }
    turn += 1;
    const state = presentEntry() ?? adopted(index + 1);
    const delta = state.idx - index;
    const judged = isAllowed || delta === 0 ? 'pass' : judge(locationNow(state), store.get().location);
    isAllowed = false;
    if (judged === 'pass') arrive(state, NavigationType.Pop);
    else void takeBack(delta, judged);
  });
  return {
    store,
    navigate: go,
    navigator: {
      createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
      go: (delta) => window.history.go(delta),
      push: (to, state) => void go(to, { state }),
      replace: (to, state) => void go(to, { replace: true, state }),
    },
  };
}

/** For a document that is rendered on the server: it stands at one address. */
export function standingHistory({ pathname, search }: { pathname: string; search: string }): SiteHistory {
  const nowhere = () => {
    throw new Error('There is no navigation while a document is rendered');
  };
  return {
    store: createStore<Whereabouts>({
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

/** An entry that the browser made by itself, for a fragment of the page. */
function adopted(idx: number): EntryState {
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
