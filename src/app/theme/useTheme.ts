import { useLayoutEffect } from 'react';
import type { PageTheme } from '../../../domain/calls/pages.ts';
import { PAGE_BACKGROUNDS } from '../../../domain/values/constants.ts';
import { useStore } from '../createStore.ts';
import { themeStore, type ThemeChoice } from './themeStore.ts';

type Theme = 'light' | 'dark';

/** Applies the page's theme (default light) to the document, unless the user has chosen another. */
export function useTheme(pageTheme: PageTheme = 'light'): void {
  const choice = useStore(themeStore);
  useLayoutEffect(() => {
    const device = matchMedia('(prefers-color-scheme: dark)');
    // Read directly: `choice` is the server's default during hydration, which must not flash.
    const apply = () => {
      show(themeOf(themeStore.get(), pageTheme, device.matches));
    };
    apply();
    device.addEventListener('change', apply);
    return () => device.removeEventListener('change', apply);
  }, [pageTheme, choice]);
}

function themeOf(choice: ThemeChoice, pageTheme: PageTheme, isDeviceDark: boolean): Theme {
  if (choice === 'system') return isDeviceDark ? 'dark' : 'light';
  if (choice === 'auto') return pageTheme === 'dark' ? 'dark' : 'light';
  return choice;
}

/** Fades from black to light and back, where the browser can and the reader does not mind motion. */
function show(theme: Theme): void {
  const root = document.documentElement;
  if (root.dataset['theme'] === theme) return;
  const set = () => {
    root.dataset['theme'] = theme;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAGE_BACKGROUNDS[theme]);
  };
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill || document.visibilityState === 'hidden' || !('startViewTransition' in document)) set();
  // Another change may skip the fade; the theme is set all the same.
  else document.startViewTransition(set).ready.catch(() => undefined);
}
