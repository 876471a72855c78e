import type { MenuItem } from '../../../ui/Menu.tsx';

/** Menu item shown instead of unpublish and delete for the home page. */
export const HOME_IS_FIXED: MenuItem = {
  key: 'home',
  label: 'The first page of the site is always there',
  icon: 'house',
  divided: true,
  disabled: true,
};
