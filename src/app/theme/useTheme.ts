import { useLayoutEffect } from 'react';
import { PAGE_GROUNDS } from '../../../domain/constants.ts';
import { useStore } from '../createStore.ts';
import { themeStore } from './themeStore.ts';

/** The route's theme, light without one, unless the person chose otherwise. Sets it on the document, with its ground. */
export function useTheme(routeTheme: 'dark' | 'light' = 'light'): 'dark' | 'light' {
  const choice = useStore(themeStore);
  const theme = choice === 'auto' ? routeTheme : choice;
  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_GROUNDS[theme]);
  }, [theme]);
  return theme;
}
