import { HOME_PAGE, pageAddress } from '../../../../../domain/content/content.ts';
import type { PageListEntry } from '../../../../../domain/calls/page-editor.ts';
import type { MenuItem } from '../../../../ui/Menu.tsx';

/** What the menu of a page in the list offers beside its actions. */
export function pageMenuItems(
  { id, name, published, deletedAt }: PageListEntry,
  open: (address: string) => void,
): MenuItem[] {
  if (deletedAt !== null) return [];
  const link = (key: string, label: string, icon: NonNullable<MenuItem['icon']>, to: string): MenuItem => ({
    ...{ key, label, icon },
    onSelect: () => open(to),
  });
  return [
    ...(published ? [link('view', 'View', 'eye', pageAddress(name))] : []),
    link(
      'settings',
      'Page settings',
      'settings-2',
      `/content/managecards/${encodeURIComponent(name)}?section=settings`,
    ),
    link('duplicate', 'Duplicate', 'copy', `/content/manage/new?copyOf=${id}`),
    ...(name === HOME_PAGE ? [HOME_IS_FIXED] : []),
  ];
}

/** Says why the home page can be neither unpublished nor deleted. */
export const HOME_IS_FIXED: MenuItem = {
  key: 'home',
  label: 'The home page always exists',
  icon: 'house',
  divided: true,
  disabled: true,
};
