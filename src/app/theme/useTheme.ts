import { useLayoutEffect } from 'react';
import type { PageTheme } from '../../../domain/content.ts';
import { PAGE_BACKGROUNDS } from '../../../domain/constants.ts';
import { useStore } from '../createStore.ts';
import { themeStore } from './themeStore.ts';

/** Applies the page's theme (default light) to the document, unless the user has chosen another. */
export function useTheme(pageTheme: PageTheme = 'light'): void {
  const choice = useStore(themeStore);
  useLayoutEffect(() => {
    // Read directly: `choice` is the server's default during hydration, which must not flash.
    const chosen = themeStore.get();
    const theme = chosen !== 'auto' ? chosen : pageTheme === 'dark' ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_BACKGROUNDS[theme]);
  }, [pageTheme, choice]);
}
