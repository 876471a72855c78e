import type { ShellModel } from '../../../domain/model.ts';
import { api } from '../api.ts';
import { createStore } from '../createStore.ts';
import { queryClient } from '../queryClient.ts';
import { sessionStore } from '../session/sessionStore.ts';
import { resourcesQuery } from './resourcesQuery.ts';

export interface ModelState {
  model: ShellModel | null;
  /** For whom it was read: the rules differ by account. */
  userName: string | null;
  /** How that person is called; the user name where it may not be read. */
  displayName: string | null;
  error: unknown;
}

export const modelStore = createStore<ModelState>({ model: null, userName: null, displayName: null, error: null });

let early: Promise<ShellModel> | null = null;
let reading: { userName: string | null; done: Promise<void> } | null = null;

/** Asks for them while the session is still being read: the cookie says for whom. */
export function prefetchModel(): void {
  early = api<ShellModel>('/api/model/shell');
  // Whoever reads the model reports its failure.
  early.catch(() => undefined);
}

/** Reads the declarations as the present caller may see them. The old ones stand until the new ones are here. */
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

/** Reads them again when somebody else is logged in than they were read for. */
export function ensureModel(): Promise<void> {
  const { model, userName } = modelStore.get();
  return model !== null && userName === sessionStore.get().userName ? Promise.resolve() : loadModel();
}

async function read(userName: string | null): Promise<void> {
  const asked = early ?? api<ShellModel>('/api/model/shell');
  early = null;
  try {
    const [model, displayName] = await Promise.all([asked, userName === null ? null : nameOf(userName)]);
    if (sessionStore.get().userName === userName) take(model, userName, displayName);
  } catch (error) {
    modelStore.set({ ...modelStore.get(), error });
  }
}

/** What was read for somebody else goes; what was made from the rules before is read again where it shows. */
function take(model: ShellModel, userName: string | null, displayName: string | null): void {
  const before = modelStore.get();
  modelStore.set({ model, userName, displayName, error: null });
  const isSomebodyElse = before.model !== null && before.userName !== userName;
  if (isSomebodyElse) queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries(isSomebodyElse ? {} : { queryKey: resourcesQuery.queryKey });
}

async function nameOf(username: string): Promise<string> {
  const filter = encodeURIComponent(JSON.stringify({ username }));
  const rows = await api<{ displayName?: string }[]>(`/api/users?filter=${filter}`).catch(() => []);
  return rows[0]?.displayName ?? username;
}
