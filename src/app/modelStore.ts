import { readFormatsFrom } from '../../domain/values/formats.ts';
import type { ShellModel } from '../../domain/declarations/client-model.ts';
import { api } from './api.ts';
import { createStore } from './createStore.ts';
import { isKioskDevice } from './kioskStore.ts';
import { queryClient } from './queryClient.ts';
import { sessionStore } from './sessionStore.ts';
import { resourcesQuery } from './resourcesQuery.ts';

export interface ModelState {
  model: ShellModel | null;
  /** The account that it was loaded for; permissions differ by account. */
  userName: string | null;
  /** The account's display name, or the user name where that may not be read. */
  displayName: string | null;
  error: unknown;
}

export const modelStore = createStore<ModelState>({ model: null, userName: null, displayName: null, error: null });
readFormatsFrom(() => modelStore.get().model?.site);

let early: Promise<ShellModel> | null = null;
let reading: { userName: string | null; done: Promise<void> } | null = null;

/** Starts the request while the session is still loading: the cookie identifies the account. */
export function prefetchModel(): void {
  early = api<ShellModel>('/api/model/shell');
  // A failure is reported where the model is loaded.
  early.catch(() => undefined);
}

/** Loads the declarations visible to the current account. The old ones stay in place until then. */
export function loadModel(): Promise<void> {
  const { userName } = sessionStore.get();
  if (reading?.userName === userName) return reading.done;
  const mine = {
    userName,
    done: read(userName).finally(() => {
      if (reading === mine) reading = null;
    }),
  };
  reading = mine;
  return mine.done;
}

/** Reloads the declarations when a different account is logged in. */
export function ensureModel(): Promise<void> {
  const { model, userName } = modelStore.get();
  return model !== null && userName === sessionStore.get().userName ? Promise.resolve() : loadModel();
}

async function read(userName: string | null): Promise<void> {
  const shellModel = early ?? api<ShellModel>('/api/model/shell');
  early = null;
  try {
    const [model, displayName] = await Promise.all([shellModel, loadDisplayName(userName)]);
    if (sessionStore.get().userName === userName) take(model, userName, displayName);
  } catch (error) {
    modelStore.set({ ...modelStore.get(), error });
  }
}

/** Replaces the model and drops cached data of another account; data that depends on permissions is refetched where it is in use. */
function take(model: ShellModel, userName: string | null, displayName: string | null): void {
  const before = modelStore.get();
  modelStore.set({ model, userName, displayName, error: null });
  const isSomebodyElse = before.model !== null && before.userName !== userName;
  if (isSomebodyElse) queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries(isSomebodyElse ? {} : { queryKey: resourcesQuery.queryKey });
}

/** A kiosk shows no name. */
async function loadDisplayName(username: string | null): Promise<string | null> {
  if (username === null || isKioskDevice()) return null;
  const filter = encodeURIComponent(JSON.stringify({ username }));
  const rows = await api<{ displayName?: string }[]>(`/api/users?filter=${filter}`).catch(() => []);
  return rows[0]?.displayName ?? username;
}
