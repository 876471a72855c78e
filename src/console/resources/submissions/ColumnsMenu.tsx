import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Popover } from '../../engine/Popover.tsx';
import menu from '../../list/ViewMenu.module.css';
import { SUBMISSION_COLUMNS } from './columns.tsx';
import { COLUMNS, USUAL_COLUMNS } from './listQuery.ts';
import type { SubmissionList } from './useSubmissionList.ts';

/** Columns, their order and the height of rows: kept with the account, and in the address so that a view can be shared. */
export function ColumnsMenu({ submissions }: { submissions: SubmissionList }) {
  const [open, setOpen] = useState(false);
  const { columns: shown, setColumns, compact, setCompact } = submissions;
  const hidden = COLUMNS.filter((name) => !shown.includes(name));
  const move = (index: number, step: number) => {
    const next = [...shown];
    next.splice(index + step, 0, ...next.splice(index, 1));
    setColumns(next);
  };
  return (
    <Popover
      label="View"
      open={open}
      onOpenChange={setOpen}
      align="end"
      trigger={(attributes) => (
        <Button icon="columns-3" {...attributes}>
          View
        </Button>
      )}
    >
      <div className={menu.viewMenu}>
        <RadioGroup
          label="Rows"
          inline
          choices={[
            { value: 'comfortable', label: 'Comfortable' },
            { value: 'compact', label: 'Compact' },
          ]}
          value={compact ? 'compact' : 'comfortable'}
          onChange={(value) => setCompact(value === 'compact')}
        />
        <fieldset className={menu.columnChoice}>
          <legend>Columns</legend>
          <ul>
            {shown.map((name, index) => {
              const { title } = SUBMISSION_COLUMNS[name];
              return (
                <li key={name}>
                  <CheckboxField
                    label={title}
                    checked
                    disabled={shown.length === 1}
                    onChange={() => setColumns(shown.filter((other) => other !== name))}
                  />
                  <IconButton
                    icon="arrow-up"
                    size="small"
                    label={`Move ${title} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    icon="arrow-down"
                    size="small"
                    label={`Move ${title} down`}
                    disabled={index === shown.length - 1}
                    onClick={() => move(index, 1)}
                  />
                </li>
              );
            })}
            {hidden.map((name) => (
              <li key={name}>
                <CheckboxField
                  label={SUBMISSION_COLUMNS[name].title}
                  checked={false}
                  onChange={() => setColumns([...shown, name])}
                />
              </li>
            ))}
          </ul>
        </fieldset>
        <Button variant="quiet" size="small" icon="rotate-ccw" onClick={() => setColumns(USUAL_COLUMNS)}>
          Back to the usual columns
        </Button>
      </div>
    </Popover>
  );
}
