import { useLayoutEffect } from 'react';
import type { PageTheme } from '../../../domain/content.ts';
import { PAGE_GROUNDS } from '../../../domain/constants.ts';
import { useStore } from '../createStore.ts';
import { themeStore } from './themeStore.ts';

/** The page's theme, light without one, unless the person chose otherwise. Sets it on the document, with its ground. */
export function useTheme(pageTheme: PageTheme = 'light'): 'dark' | 'light' {
  const choice = useStore(themeStore);
  const theme = choice !== 'auto' ? choice : pageTheme === 'dark' ? 'dark' : 'light';
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_GROUNDS[theme]);
  }, [theme]);
  return theme;
}
