import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { CardTypeInfo, PageCard } from '../../../../../domain/calls/page-editor.ts';
import { classNames } from '../../../../ui/classNames.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { TextInput } from '../../../../ui/TextField.tsx';
import { DragHandle, reorderClass } from '../../../editing/DragHandle.tsx';
import type { ReorderItem } from '../../../editing/useReorder.ts';
import { ReferenceName } from '../../../values/ReferenceName.tsx';
import { cardName, type DuplicateHint } from './cardNames.ts';
import styles from './sections.module.css';

interface CardRowProps {
  card: PageCard;
  /** "card 2 of 5" */
  place: string;
  types: readonly CardTypeInfo[];
  hint: DuplicateHint | null;
  /** Names of the other editors of this card; null for none. */
  editors: string | null;
  isSelected: boolean;
  isFaulty: boolean;
  placed: ReorderItem;
  onSelect: () => void;
  onRename: (title: string) => void;
}

/** A card in the list: can be dragged, selected, and renamed in place (F2, double click, or the pencil). */
export function CardRow(props: CardRowProps) {
  const { card, place, types, hint, editors, isSelected, isFaulty, placed, onSelect, onRename } = props;
  const [isRenaming, setIsRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const info = types.find(({ type }) => type === card.type);
  const name = cardName(card, types);
  const end = (title: string | null, isByKey: boolean) => {
    setIsRenaming(false);
    if (title !== null && title.trim() !== card.title) onRename(title.trim());
    // The button is rendered again only after this update.
    if (isByKey) requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <li className={reorderClass(placed)} {...placed.item}>
      <div
        className={classNames(
          styles.row,
          isSelected && styles.selected,
          isFaulty && styles.faulty,
          card.type === 'Divider' && styles.dividerRow,
        )}
      >
        <DragHandle
          label={`Move ${name}, ${place}`}
          name={card.key}
          handle={placed.handle}
          className={styles.rowHandle}
        />
        {isRenaming ? (
          <Renaming title={card.title} label={`New title of ${name}`} onEnd={end} />
        ) : (
          <>
            <button
              ref={button}
              type="button"
              className={styles.rowMain}
              data-section={card.key}
              aria-current={isSelected ? 'true' : undefined}
              onClick={onSelect}
              onDoubleClick={() => setIsRenaming(true)}
              onKeyDown={(event) => {
                if (event.key !== 'F2') return;
                event.preventDefault();
                setIsRenaming(true);
              }}
            >
              <Icon name={info?.icon ?? 'file-text'} size={16} />
              <span className={styles.sectionText}>
                <span>{name}</span>
                <small>{isFaulty ? 'Needs your attention' : hint ? <Hint hint={hint} /> : info?.label}</small>
                {editors !== null && (
                  <small className={styles.editors}>
                    <Icon name="users" size={12} />
                    {editors}
                  </small>
                )}
              </span>
            </button>
            <IconButton
              icon="pencil"
              size="small"
              label={`Rename ${name}`}
              className={styles.rename}
              onClick={() => setIsRenaming(true)}
            />
          </>
        )}
      </div>
    </li>
  );
}

function Hint({ hint }: { hint: DuplicateHint }) {
  return 'text' in hint ? hint.text : <ReferenceName resource={hint.reference} id={hint.id} plain />;
}

function Renaming({
  title,
  label,
  onEnd,
}: {
  title: string;
  label: string;
  onEnd: (title: string | null, isByKey: boolean) => void;
}) {
  const [text, setText] = useState(title);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => input.current?.select(), []);
  const end = (result: string | null, isByKey: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(result, isByKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === 'Enter' ? text : null, true);
  };
  return (
    <TextInput
      ref={input}
      className={styles.renaming}
      aria-label={label}
      maxLength={120}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(text, false)}
    />
  );
}
