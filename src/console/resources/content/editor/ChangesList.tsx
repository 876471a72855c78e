import type { CardChange, PageChanges } from './pageChanges.ts';
import { Chip } from '../../../../ui/Chip.tsx';
import type { Tone } from '../../../../../domain/declarations/tones.ts';
import { FieldChanges } from '../../../editing/FieldChanges.tsx';
import styles from '../../../editing/changes.module.css';

interface ChangesListProps {
  changes: PageChanges;
  /** Of the cards' titles; their fields have the next one. */
  headingLevel: 2 | 3;
}

/** The differences between two versions of a page: its settings, then card by card. */
export function ChangesList({ changes: { settings, cards }, headingLevel }: ChangesListProps) {
  const Heading = `h${headingLevel}` as const;
  const fieldLevel = headingLevel === 2 ? 3 : 4;
  return (
    <ol className={styles.changes}>
      {settings.length > 0 && (
        <li className={styles.change}>
          <Heading>The page</Heading>
          <FieldChanges fields={settings} headingLevel={fieldLevel} />
        </li>
      )}
      {cards.map((card) => (
        <li key={`${card.kind} ${card.key}`} className={styles.change}>
          <div className={styles.head}>
            <Heading>{card.title || `Untitled ${card.typeLabel.toLowerCase()}`}</Heading>
            <span>
              <Chip {...CHIPS[card.kind]} />
              {card.kind === 'changed' && card.isMoved && <Chip {...CHIPS.moved} />}
            </span>
          </div>
          <p className={styles.place}>
            {card.typeLabel}, {describePlace(card)}
          </p>
          <FieldChanges fields={card.fields} headingLevel={fieldLevel} isRemoved={card.kind === 'removed'} />
        </li>
      ))}
    </ol>
  );
}

const CHIPS = {
  added: { tone: 'green', icon: 'plus', children: 'Added' },
  removed: { tone: 'red', icon: 'trash-2', children: 'Removed' },
  changed: { tone: 'blue', icon: 'pencil', children: 'Changed' },
  moved: { tone: 'grey', icon: 'arrow-up-down', children: 'Moved' },
} as const satisfies Record<CardChange['kind'], { tone: Tone; icon: string; children: string }>;

function describePlace({ place, formerPlace, isMoved }: CardChange): string {
  if (isMoved) return `moved from position ${formerPlace} to ${place}`;
  return place === null ? `was at position ${formerPlace}` : `position ${place}`;
}

/** "The page’s settings, 1 card added, 2 changed" */
export function summarizeChanges({ settings, cards }: PageChanges): string {
  const count = (kind: CardChange['kind']) => cards.filter((card) => card.kind === kind).length;
  const counted = (['added', 'removed', 'changed', 'moved'] as const).flatMap((kind) =>
    count(kind) === 0 ? [] : [`${count(kind)} ${kind}`],
  );
  const [first, ...others] = counted;
  const cardCounts =
    first === undefined ? [] : [first.replace(' ', first.startsWith('1 ') ? ' card ' : ' cards '), ...others];
  return [...(settings.length > 0 ? ['the page itself'] : []), ...cardCounts].join(', ');
}
