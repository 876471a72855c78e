import { loadModel, prefetchModel } from './model/modelStore.ts';
import { userCookieData } from './session/sessionCalls.ts';
import { setLoggedIn, setLoggedOut } from './session/sessionStore.ts';

/** Asks who is here and what the site is, where no document has told (documentState). */
export async function initialise(): Promise<void> {
  prefetchModel();
  const user = await userCookieData().catch(() => null);
  if (user === null) setLoggedOut();
  else setLoggedIn(user);
  await loadModel();
}
