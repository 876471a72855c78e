import { createStore } from '../createStore.ts';
import { persist, readPersisted } from '../persisted.ts';

/** auto: the theme that each page's route declares. */
export type ThemeChoice = 'auto' | 'light' | 'dark';

const STORE = 'theme';

export const themeStore = createStore<ThemeChoice>(kept(), 'auto');

export function chooseTheme(choice: ThemeChoice): void {
  themeStore.set(choice);
  persist(STORE, choice);
}

function kept(): ThemeChoice {
  const value = readPersisted(STORE);
  return value === 'light' || value === 'dark' ? value : 'auto';
}
