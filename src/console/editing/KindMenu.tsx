import type { IconName } from '../../../domain/declarations/icons.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';

export interface Kind<Key extends string> {
  key: Key;
  title: string;
  hint: string;
  icon: IconName | (string & {});
}

interface KindMenuProps<Key extends string> {
  /** "Add a field" */
  label: string;
  kinds: readonly Kind<Key>[];
  onAdd: (key: Key) => void;
  size?: 'small' | 'medium';
}

/** A button that adds an item of one of several kinds, each with a description. */
export function KindMenu<Key extends string>({ label, kinds, onAdd, size = 'medium' }: KindMenuProps<Key>) {
  return (
    <Menu
      label={label}
      look="wide"
      items={kinds.map(({ key, title, hint, icon }) => ({
        key,
        label: title,
        hint,
        icon,
        onSelect: () => onAdd(key),
      }))}
      trigger={(props) => (
        <Button {...props} icon="plus" size={size} data-add="">
          {label}
        </Button>
      )}
    />
  );
}
