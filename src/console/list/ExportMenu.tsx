import { useState } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { exportUrl } from '../engine/dataProvider.ts';
import { Popover } from '../engine/Popover.tsx';
import type { Filter } from '../engine/filterModel.ts';
import type { ListSlots } from './listSlots.ts';
import styles from './ExportMenu.module.css';

export interface ExportMenuProps {
  resource: ClientResource;
  filter: Filter;
  sort: [string, string];
  columns: readonly Field[];
  disabled: boolean;
  source?: ListSlots['exported'];
}

export function ExportMenu({ resource, filter, sort, columns, disabled, source }: ExportMenuProps) {
  const [open, setOpen] = useState(false);
  if (!resource.can.export) return null;
  const more = source ? ` ${source.more}` : '';
  const url = (fields: readonly Field[], forPrograms: boolean) =>
    exportUrl(source?.path ?? resource.name, { filter, sort, fields: fields.map(({ name }) => name), forPrograms });
  const all = resource.fields;
  const choices: [label: string, hint: string, fields: readonly Field[], forPrograms: boolean][] = [
    ['Shown columns', `${columns.length} columns${more}, as shown`, columns, false],
    ['All fields', `${all.length} columns${more}, as shown`, all, false],
    ['All fields for programs', `${all.length} columns${more}, IDs and codes`, all, true],
  ];
  return (
    <Popover
      label="Export"
      open={open}
      onOpenChange={setOpen}
      align="end"
      look="menu"
      trigger={(attributes) => (
        <Button icon="download" disabled={disabled} {...attributes}>
          <span className="phone-hidden">Export</span>
        </Button>
      )}
    >
      <p className={styles.title}>CSV of all rows that match</p>
      {choices.map(([label, hint, fields, forPrograms]) => (
        <a
          key={label}
          className={styles.entry}
          href={url(fields, forPrograms)}
          download={`${resource.name}.csv`}
          onClick={() => setOpen(false)}
        >
          <Icon name="file-text" size={16} />
          <span>{label}</span>
          <span className={styles.hint}>{hint}</span>
        </a>
      ))}
      {(source ? [] : (resource.config.exports ?? [])).map(({ name, label, extension }) => (
        <a
          key={name}
          className={styles.entry}
          href={exportUrl(resource.name, { filter, sort, fields: [], forPrograms: true, format: name })}
          download={`${resource.name}.${extension}`}
          onClick={() => setOpen(false)}
        >
          <Icon name="file-text" size={16} />
          <span>{label}</span>
          <span className={styles.hint}>Your office’s format, as {extension}</span>
        </a>
      ))}
    </Popover>
  );
}
