import { useState } from 'react';
import type { CardType, PageType } from '../../../../../domain/calls/pages.ts';
import type { PagePresence } from '../../../../../domain/calls/page-editor.ts';
import { hasCards } from '../../../../../domain/content/content.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { classNames } from '../../../../ui/classNames.ts';
import editing from '../../../editing/editing.module.css';
import { KindMenu } from '../../../editing/KindMenu.tsx';
import { useFocusAfter } from '../../../editing/useFocusAfter.ts';
import { useReorder } from '../../../editing/useReorder.ts';
import { CardRow } from './CardRow.tsx';
import { cardName, duplicateHint } from './cardNames.ts';
import { editorsOf } from './editorNames.ts';
import { addCard, changeCard, moveCard } from './contentEdits.ts';
import type { PageEditing } from './usePageEditor.ts';
import { hasText, SETTINGS, TEXT } from './useSelectedSection.ts';
import editorStyles from './editor.module.css';
import styles from './sections.module.css';

interface SectionListProps {
  editor: PageEditing;
  others: PagePresence['others'];
  selected: string | null;
  onSelect: (section: string) => void;
}

/** The sections of a page: its settings, its text, and its cards in order. */
export function SectionList({ editor, others, selected, onSelect }: SectionListProps) {
  const { content, edit, types, faults } = editor;
  const [announcement, announce] = useState('');
  const [area, focusNext] = useFocusAfter<HTMLElement>(content);
  const order = content.cards.map(({ key }) => key);
  const move = (key: string, place: number) => {
    const card = content.cards.find((one) => one.key === key);
    if (!card) return;
    edit(moveCard(content, key, place));
    announce(`${cardName(card, types)} is now card ${place + 1} of ${order.length}`);
    focusNext(`[data-handle="${key}"]`);
  };
  const reorderItem = useReorder(order, move);
  const add = (type: CardType) => {
    const info = types.find((one) => one.type === type);
    if (!info) return;
    const added = addCard(content, info, content.cards.some(({ key }) => key === selected) ? selected : null);
    edit(added.content);
    announce(`${info.label} added`);
    onSelect(added.key);
  };
  const isFaulty = (section: string) => faults.some((fault) => fault.section === section);
  return (
    <nav className={styles.sections} aria-label="Parts of the page" ref={area}>
      <SectionButton
        section={SETTINGS}
        icon="settings-2"
        label="Page settings"
        isSelected={selected === SETTINGS}
        isFaulty={isFaulty(SETTINGS)}
        onSelect={() => onSelect(SETTINGS)}
      />
      {hasText(content) && (
        <SectionButton
          section={TEXT}
          icon="text"
          label={hasCards(content.type) ? 'Text under the cards' : 'Page text'}
          isSelected={selected === TEXT}
          isFaulty={isFaulty(TEXT)}
          onSelect={() => onSelect(TEXT)}
        />
      )}
      {hasCards(content.type) ? (
        <>
          <CardsHead count={order.length} types={types} onAdd={add} />
          {order.length === 0 && <p className={editorStyles.quiet}>No cards yet. {firstCardHint(content.type)}</p>}
          <ol className={classNames(editing.ordered, styles.cardList)}>
            {content.cards.map((card, index) => (
              <CardRow
                key={card.key}
                card={card}
                place={`card ${index + 1} of ${order.length}`}
                types={types}
                editors={editorsOf(card.key, content.cards, others)}
                hint={duplicateHint(card, content.cards, types)}
                isSelected={card.key === selected}
                isFaulty={isFaulty(card.key)}
                placed={reorderItem(card.key, index)}
                onSelect={() => onSelect(card.key)}
                onRename={(title) => edit(changeCard(content, card.key, { title }))}
              />
            ))}
          </ol>
        </>
      ) : (
        content.cards.length > 0 && (
          <p className={editorStyles.quiet}>
            {content.cards.length === 1 ? 'Its card is' : `Its ${content.cards.length} cards are`} kept, but only pages
            of the types Card and About Me show cards.
          </p>
        )
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </nav>
  );
}

interface CardsHeadProps {
  count: number;
  types: PageEditing['types'];
  onAdd: (type: CardType) => void;
}

function CardsHead({ count, types, onAdd }: CardsHeadProps) {
  return (
    <div className={styles.cardsHead}>
      <h2>
        Cards <span className={styles.count}>{count}</span>
      </h2>
      <KindMenu
        label="Add a card"
        size="small"
        kinds={types.map(({ type, label, description, icon }) => ({
          key: type,
          title: label,
          hint: description,
          icon,
        }))}
        onAdd={onAdd}
      />
    </div>
  );
}

function firstCardHint(type: PageType): string {
  if (type === 'About Me') return 'Add an about-me card: a person’s photo, what they help with and how to reach them.';
  return 'Add the first one: an image, opening hours, a list, a button and more.';
}

interface SectionButtonProps {
  section: string;
  icon: 'settings-2' | 'text';
  label: string;
  isSelected: boolean;
  isFaulty: boolean;
  onSelect: () => void;
}

function SectionButton({ section, icon, label, isSelected, isFaulty, onSelect }: SectionButtonProps) {
  return (
    <button
      type="button"
      data-section={section}
      className={classNames(styles.section, isSelected && styles.selected, isFaulty && styles.faulty)}
      aria-current={isSelected ? 'true' : undefined}
      onClick={onSelect}
    >
      <Icon name={icon} size={16} />
      <span className={styles.sectionText}>
        <span>{label}</span>
        {isFaulty && <small>Needs your attention</small>}
      </span>
      <Icon name="chevron-right" size={16} />
    </button>
  );
}
