import { formatDay } from '../../../domain/values/formats.ts';
import type { ClassGrid, ClassPerson } from '../../../domain/calls/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { cellText, STATES } from './cellTexts.ts';
import { PersonFacts, formatSum } from './ClassTable.tsx';
import type { CellRef, Selecting } from './useSelection.ts';
import layout from '../../ui/layout.module.css';
import styles from './ByClass.module.css';

interface Props {
  grid: ClassGrid;
  people: readonly ClassPerson[];
  selecting: Selecting;
}

/** On phones: a card for each requirement with its sums, which selects everyone for it, then one for each person. */
export function PersonCards({ grid: { columns }, people, selecting: { selection, toggle } }: Props) {
  return (
    <>
      <ul className={layout.stack2} aria-label="Requirements">
        {columns.map(({ id, title, dueOn, sums }, at) => {
          const open = people.flatMap((person): CellRef[] =>
            person.cells[at]?.state === 'done' ? [] : [[person.id, id]],
          );
          return (
            <li key={id} className={styles.card}>
              <span className={styles.name}>{title}</span>
              <span className={styles.facts}>
                {dueOn !== null && `Due ${formatDay(dueOn)}. `}
                {formatSum(sums)}
              </span>
              {open.length > 0 && (
                <label className={styles.line}>
                  <input
                    type="checkbox"
                    checked={open.every(([person]) => selection.get(person)?.has(id))}
                    onChange={() => toggle(open)}
                    aria-label={`${title}: everyone who has not done it`}
                  />
                  Everyone who has not done it
                </label>
              )}
            </li>
          );
        })}
      </ul>
      <ul className={layout.stack2} aria-label="People">
        {people.map((person) => (
          <li key={person.id} className={styles.card}>
            <span className={styles.name}>{person.name}</span>
            <PersonFacts person={person} />
            <ul>
              {person.cells.map((cell, at) => {
                const { id, title } = columns[at] ?? { id: 0, title: '' };
                return (
                  <li key={id}>
                    <label className={styles.line} data-state={cell.state}>
                      <input
                        type="checkbox"
                        checked={selection.get(person.id)?.has(id) ?? false}
                        onChange={() => toggle([[person.id, id]])}
                        aria-label={`${person.name}, ${title}: ${cellText(cell)}`}
                      />
                      <span className={styles.lineTitle}>{title}</span>
                      <span className={styles.cell}>
                        <Icon name={STATES[cell.state].icon} size={16} />
                        {cellText(cell)}
                      </span>
                    </label>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
