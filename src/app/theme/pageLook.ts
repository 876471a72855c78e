import { useLayoutEffect } from 'react';
import type { PageLook } from '../../../domain/document.ts';
import { createStore } from '../createStore.ts';

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
