import { useStore } from './createStore.ts';
import { sessionStore, type Session } from './session/sessionStore.ts';

export function useSession(): Session {
  return useStore(sessionStore);
}
