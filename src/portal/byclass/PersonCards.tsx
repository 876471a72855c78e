import type { ClassGrid, ClassPerson } from '../../../domain/class-calls.ts';
import { Icon } from '../../ui/Icon.tsx';
import { cellText, STATES } from './cellWords.ts';
import { PersonFacts, sumWords } from './ClassTable.tsx';
import { formatDay } from '../../ui/instants.ts';
import type { Selecting } from './useSelection.ts';
import layout from '../../ui/layout.module.css';
import styles from './ByClass.module.css';

interface Props {
  grid: ClassGrid;
  people: readonly ClassPerson[];
  selecting: Selecting;
}

/** On phones: a card for each requirement with its sums, then one for each person. */
export function PersonCards({ grid: { columns }, people, selecting: { selection, toggle } }: Props) {
  return (
    <>
      <ul className={layout.stack2} aria-label="Requirements">
        {columns.map(({ id, title, dueOn, sums }) => (
          <li key={id} className={styles.card}>
            <span className={styles.name}>{title}</span>
            <span className={styles.facts}>
              {dueOn !== null && `Due ${formatDay(dueOn)}. `}
              {sumWords(sums)}
            </span>
          </li>
        ))}
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
