import type { MenuItem } from '../../../ui/Menu.tsx';

/** Stands in menus where other pages are hidden and deleted. */
export const HOME_IS_FIXED: MenuItem = {
  key: 'home',
  label: 'The first page of the site is always there',
  icon: 'house',
  divided: true,
  disabled: true,
};
