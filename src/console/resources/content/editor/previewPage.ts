import { themeOfPage } from '../../../../../domain/content/content.ts';
import type { SiteDisplaySettings } from '../../../../../domain/calls/content.ts';
import type { ContentPage } from '../../../../../domain/calls/pages.ts';
import type { PageContent } from '../../../../../domain/calls/page-editor.ts';

/** The page as the public API would return this content. Cards are numbered by position, because new ones have no id yet. */
export function previewPage(
  content: PageContent,
  settings: Pick<SiteDisplaySettings, 'darkBackgroundURL' | 'lightBackgroundURL'>,
): ContentPage {
  const theme = themeOfPage(content.type, content.theme);
  const ofTheme = { dark: settings.darkBackgroundURL, light: settings.lightBackgroundURL, none: null }[theme];
  return {
    id: 0,
    name: content.name,
    title: content.title || 'Untitled page',
    type: content.type,
    theme,
    summary: content.summary,
    category: content.category,
    backgroundUrl: content.backgroundUrl ?? ofTheme,
    data: content.data,
    updatedAt: '',
    cards: content.cards.map(({ title, type, data }, index) => ({
      id: index + 1,
      title: title || 'Untitled',
      type,
      data: JSON.stringify(data),
    })),
  };
}
