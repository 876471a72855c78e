import { createStore } from '../createStore.ts';
import { persist, readPersisted } from '../persisted.ts';

const CHOICES = ['auto', 'system', 'light', 'dark'] as const;

/** auto: the theme that each page's route declares; system: that of the reader's device. */
export type ThemeChoice = (typeof CHOICES)[number];

const STORE = 'theme';

export const themeStore = createStore<ThemeChoice>(storedTheme(), 'auto');

export function chooseTheme(choice: ThemeChoice): void {
  themeStore.set(choice);
  persist(STORE, choice);
}

function storedTheme(): ThemeChoice {
  const value = readPersisted(STORE);
  return CHOICES.find((choice) => choice === value) ?? 'auto';
}
