import { useRef, useState } from 'react';
import type { FieldType } from '../../../../../domain/request-form.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { Popover } from '../../../engine/Popover.tsx';
import { FIELD_KINDS } from './fieldKinds.ts';
import styles from './editor.module.css';

/** All field types, each with a word for what it is for. */
export function AddFieldMenu({ onAdd }: { onAdd: (type: FieldType) => void }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      label="Add a field"
      open={open}
      onOpenChange={(next) => {
        // At the foot of the window there is no room for the list below the button.
        if (next) button.current?.scrollIntoView({ block: 'center' });
        setOpen(next);
      }}
      trigger={(attributes) => <Button ref={button} icon="plus" data-add="" {...attributes}>Add a field</Button>}
    >
      <ul className={styles.kinds}>
        {FIELD_KINDS.map(({ type, title, hint, icon }) => (
          <li key={type}>
            <button
              type="button"
              className={styles.kind}
              onClick={() => {
                setOpen(false);
                onAdd(type);
              }}
            >
              <Icon name={icon} />
              <span>{title}<small>{hint}</small></span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
