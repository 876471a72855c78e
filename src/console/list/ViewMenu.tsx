import { useState } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { Popover } from '../engine/Popover.tsx';
import type { ListView } from './useListView.ts';
import styles from './ViewMenu.module.css';

export function ViewMenu({ resource, view }: { resource: ClientResource; view: ListView }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="View"
      open={open}
      onOpenChange={setOpen}
      align="end"
      trigger={(attributes) => (
        <Button icon="columns-3" {...attributes}>
          <span className="phone-hidden">View</span>
        </Button>
      )}
    >
      <div className={styles.viewMenu}>
        <RadioGroup
          label="Rows"
          inline
          choices={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
          value={view.compact ? 'compact' : 'comfortable'}
          onChange={(value) => view.change({ compact: value === 'compact' })}
        />
        <ColumnChoice view={view} />
        <Button
          variant="quiet"
          size="small"
          icon="rotate-ccw"
          onClick={() => view.change({ columns: resource.config.list.columns, compact: false })}
        >
          Reset to the default view
        </Button>
      </div>
    </Popover>
  );
}

function ColumnChoice({ view }: { view: ListView }) {
  const shown = view.columns.map((field) => field.name);
  const hidden = view.available.filter((field) => !shown.includes(field.name));
  const move = (index: number, step: number) => {
    const next = [...shown];
    const [name] = next.splice(index, 1);
    if (name === undefined) return;
    next.splice(index + step, 0, name);
    view.change({ columns: next });
  };
  const toggle = (name: string, box: HTMLInputElement) => {
    view.change({ columns: shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name] });
    // Moving the row within the list makes the browser drop focus.
    requestAnimationFrame(() => box.focus({ preventScroll: true }));
  };
  return (
    <fieldset className={styles.columnChoice}>
      <legend>Columns</legend>
      <ul>
        {[...view.columns, ...hidden].map((field, index) => (
          <li key={field.name}>
            <CheckboxField
              label={field.title}
              checked={index < shown.length}
              disabled={index < shown.length && shown.length === 1}
              onChange={(event) => toggle(field.name, event.target)}
            />
            {index < shown.length && (
              <>
                <IconButton
                  icon="arrow-up"
                  size="small"
                  label={`Move ${field.title} up`}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon="arrow-down"
                  size="small"
                  label={`Move ${field.title} down`}
                  disabled={index === shown.length - 1}
                  onClick={() => move(index, 1)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
