import { useStore } from './createStore.ts';
import { sessionStore, type Session } from './sessionStore.ts';

export function useSession(): Session {
  return useStore(sessionStore);
}
