import { NAVIGATION_DEFAULTS, type PageContent } from '../../domain/content/page-content.ts';

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
