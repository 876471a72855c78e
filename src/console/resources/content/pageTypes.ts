import type { PageType } from '../../../../domain/calls/pages.ts';
import type { IconName } from '../../../../domain/declarations/icons.ts';

/** The page types with a description of each. */
export const PAGE_TYPES: readonly { type: PageType; label: string; meaning: string; icon: IconName }[] = [
  {
    type: 'Standard',
    label: 'Standard',
    meaning: 'A text with headings, lists and pictures: rules, directions, an article.',
    icon: 'file-text',
  },
  {
    type: 'Card',
    label: 'Card',
    meaning: 'Cards side by side: pictures, opening hours, links, buttons. The home page is one.',
    icon: 'layout-grid',
  },
  {
    type: 'About Me',
    label: 'About Me',
    meaning: 'A person: photo, what they help with, how to reach them, and a text about them.',
    icon: 'contact',
  },
  {
    type: 'Raw Html',
    label: 'Raw Html',
    meaning: 'HTML as you write it, with frames of other sites such as videos.',
    icon: 'code',
  },
];
