import { NAVIGATION_DEFAULTS } from '../../domain/content/content.ts';
import type { PageContent } from '../../domain/calls/page-editor.ts';

/** The content of an empty page of cards, with what is given. */
export function pageContent(given: Partial<PageContent> = {}): PageContent {
  return {
    title: 'Visit',
    name: 'visit',
    type: 'Card',
    theme: 'auto',
    backgroundUrl: null,
    summary: null,
    category: 'Content',
    ...NAVIGATION_DEFAULTS,
    tags: [],
    data: '',
    cards: [],
    ...given,
  };
}
