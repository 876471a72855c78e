import type { MenuItem } from '../../../ui/Menu.tsx';

/** Deletes the page; the place that offers it adds the action. */
export const DELETE: MenuItem = { key: 'delete', label: 'Delete', icon: 'trash-2', divided: true, danger: true };

/** Menu item shown instead of unpublish and delete for the home page. */
export const HOME_IS_FIXED: MenuItem = {
  key: 'home',
  label: 'The first page of the site is always there',
  icon: 'house',
  divided: true,
  disabled: true,
};
