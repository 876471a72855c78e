import { useRef, useState } from 'react';
import type { IconName } from '../../../domain/icons.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../engine/Popover.tsx';
import styles from './editing.module.css';

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

/** Up to this many entries are shown in a single column. */
const FEW = 8;

/** A button that adds an item of one of several kinds, each with a description. */
export function KindMenu<Key extends string>({ label, kinds, onAdd, size = 'medium' }: KindMenuProps<Key>) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={(next) => {
        // Near the bottom of the window there is no room for the list below the button.
        if (next && (button.current?.getBoundingClientRect().top ?? 0) > window.innerHeight / 2)
          button.current?.scrollIntoView({ block: 'center' });
        setOpen(next);
      }}
      trigger={(attributes) => (
        <Button ref={button} icon="plus" size={size} data-add="" {...attributes}>
          {label}
        </Button>
      )}
    >
      <ul className={classNames(styles.kinds, kinds.length <= FEW && styles.oneColumn)}>
        {kinds.map(({ key, title, hint, icon }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.kind}
              onClick={() => {
                setOpen(false);
                onAdd(key);
              }}
            >
              <Icon name={icon} />
              <span>
                {title}
                <small>{hint}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
