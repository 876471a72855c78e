import { useLayoutEffect } from 'react';
import type { PageTheme } from '../../../domain/content.ts';
import { createStore } from '../createStore.ts';

/** What a page says of itself beyond its route. */
export interface PageLook {
  /** Instead of the route's name in the document's title. */
  title?: string;
  theme: PageTheme;
  /** File of the picture behind the page, its own or its theme's; null: none. */
  backgroundUrl: string | null;
}

/** That of the present page; null while it says nothing. Whoever renders a document sets it first. */
export const pageLookStore = createStore<PageLook | null>(null);

/** Says how the present page looks, as long as the calling component is there; null leaves things as they are. */
export function usePageLook(look: PageLook | null): void {
  const text = look === null ? null : JSON.stringify(look);
  useLayoutEffect(() => {
    if (text !== null && JSON.stringify(pageLookStore.get()) !== text) pageLookStore.set(JSON.parse(text) as PageLook);
  }, [text]);
  useLayoutEffect(() => () => pageLookStore.set(null), []);
}
