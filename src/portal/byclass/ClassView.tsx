import { formatCount } from '../../../domain/values/formats.ts';
import { useDeferredValue, useState } from 'react';
import type { ClassGrid } from '../../../domain/calls/classes.ts';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { downloadCsv } from '../../ui/csvText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { csvRows, SHOWN, SHOWN_LABELS, shownPeople, type Shown } from './cellTexts.ts';
import { ClassTable } from './ClassTable.tsx';
import { PersonCards } from './PersonCards.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useSelection } from './useSelection.ts';
import { writePath } from './writePath.ts';
import styles from './ByClass.module.css';

interface Props {
  grid: ClassGrid;
  show: Shown;
  onShow: (show: Shown) => void;
}

export function ClassView({ grid, show, onShow }: Props) {
  const isPhone = useMedia('below-medium');
  const [name, setName] = useState('');
  const people = shownPeople(grid, show, useDeferredValue(name));
  const selecting = useSelection();
  const noAccount = grid.people.filter(({ userId }) => userId === null).length;
  return (
    <div className={styles.view}>
      <div className={styles.tools} role="search" aria-label="People of this class">
        <SelectField
          label="Show"
          value={show}
          options={SHOWN.map((value) => ({ value, label: SHOWN_LABELS[value] }))}
          onChange={({ target }) => onShow(SHOWN.find((one) => one === target.value) ?? 'all')}
        />
        <TextField
          type="search"
          label="Search by name, student ID or section"
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <div className={styles.buttons}>
          {grid.can.write && (
            <ButtonLink icon="megaphone" to={writePath({ classId: grid.id, status: 'enrolled' })}>
              Write to the class
            </ButtonLink>
          )}
          <Button icon="download" onClick={() => downloadCsv(`class-${grid.id}.csv`, csvRows(grid, people))}>
            Export CSV
          </Button>
        </div>
      </div>
      <p className={styles.note} role="status">
        {people.length === grid.people.length
          ? formatCount(people.length, 'person', 'people')
          : `${people.length} of ${formatCount(grid.people.length, 'person', 'people')}`}
        {noAccount > 0 && `. ${noAccount} without an account: they are linked at their first login.`}
      </p>
      {people.length === 0 ? (
        <EmptyState
          icon={show === 'all' ? 'search' : 'circle-check'}
          title="No one"
          actions={
            <Button
              onClick={() => {
                setName('');
                onShow('all');
              }}
            >
              Show everyone
            </Button>
          }
        >
          No students match.
        </EmptyState>
      ) : isPhone ? (
        <PersonCards grid={grid} people={people} selecting={selecting} />
      ) : (
        <ClassTable grid={grid} people={people} selecting={selecting} />
      )}
      <SelectionBar grid={grid} selecting={selecting} />
    </div>
  );
}
