import { loadModel, prefetchModel } from '../modelStore.ts';
import { userCookieData } from '../session/sessionRequests.ts';
import { setLoggedIn, setLoggedOut } from '../sessionStore.ts';

/** Loads session and model, unless the document embeds them (documentState). */
export async function initialise(): Promise<void> {
  prefetchModel();
  const user = await userCookieData().catch(() => null);
  if (user === null) setLoggedOut();
  else setLoggedIn(user);
  await loadModel();
}
