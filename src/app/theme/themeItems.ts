import type { MenuItem } from '../../ui/Menu.tsx';
import { chooseTheme, type ThemeChoice } from './themeStore.ts';

const choices = [
  { key: 'auto', label: 'Automatic', hint: 'Follows the page', icon: 'sun-moon' },
  { key: 'system', label: 'System', hint: 'Follows your device', icon: 'monitor' },
  { key: 'light', label: 'Light', icon: 'sun' },
  { key: 'dark', label: 'Dark', icon: 'moon' },
] as const;

export function themeItems(chosen: ThemeChoice): MenuItem[] {
  return choices.map((choice, index) => ({
    ...choice,
    checked: choice.key === chosen,
    onSelect: () => chooseTheme(choice.key),
    ...(index === 0 ? { group: 'Appearance' } : {}),
  }));
}
