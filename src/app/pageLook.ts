import { useLayoutEffect } from 'react';
import type { PageLook } from '../../domain/content/document.ts';
import { createStore } from './createStore.ts';

/** The current page's overrides; null for none. Set by the server before it renders a document. */
export const pageLookStore = createStore<PageLook | null>(null);

/** Overrides the look of the page while the component is mounted; null changes nothing. */
export function usePageLook(look: PageLook | null): void {
  const text = look === null ? null : JSON.stringify(look);
  useLayoutEffect(() => {
    if (text !== null && JSON.stringify(pageLookStore.get()) !== text) pageLookStore.set(JSON.parse(text) as PageLook);
  }, [text]);
  useLayoutEffect(() => () => pageLookStore.set(null), []);
}
