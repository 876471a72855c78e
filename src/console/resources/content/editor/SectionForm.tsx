import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { hasCards } from '../../../../../domain/content/content.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { showToast } from '../../../../ui/toasts.ts';
import { CardForm } from './CardForm.tsx';
import { cardName } from './cardNames.ts';
import { duplicateCard, putBack, removeCard } from './contentEdits.ts';
import { PageFieldsForm } from './PageFieldsForm.tsx';
import type { PageEditing } from './usePageEditor.ts';
import { SETTINGS, TEXT } from './useSelectedSection.ts';
import styles from './editor.module.css';

interface SectionFormProps {
  editor: PageEditing;
  section: string;
  /** `row`: the section whose row in the list receives focus. */
  onSelect: (section: string | null, row?: string) => void;
  /** Returns to the list, where list and form are not side by side. */
  onBack?: () => void;
}

/** The form of the selected section: a card, the settings or the text. */
export function SectionForm({ editor, section, onSelect, onBack }: SectionFormProps) {
  const { content, types } = editor;
  const back = onBack && (
    <Button size="small" icon="chevron-left" onClick={onBack}>
      All sections
    </Button>
  );
  if (section === SETTINGS) {
    return (
      <SectionFrame title="Page settings" icon="settings-2" back={back}>
        <PageFieldsForm editor={editor} section={SETTINGS} />
      </SectionFrame>
    );
  }
  if (section === TEXT) {
    return (
      <SectionFrame title={hasCards(content.type) ? 'Text under the cards' : 'Page text'} icon="text" back={back}>
        <PageFieldsForm editor={editor} section={TEXT} />
      </SectionFrame>
    );
  }
  const card = content.cards.find(({ key }) => key === section);
  const info = types.find(({ type }) => type === card?.type);
  if (!card || !info) return null;
  return (
    <SectionFrame
      title={info.label}
      icon={info.icon}
      hint={info.description}
      back={back}
      actions={<CardActions editor={editor} section={section} onSelect={onSelect} isAlone={onBack !== undefined} />}
    >
      <CardForm editor={editor} card={card} info={info} />
    </SectionFrame>
  );
}

interface SectionFrameProps {
  title: string;
  icon: string;
  hint?: string;
  back: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

function SectionFrame({ title, icon, hint, back, actions, children }: SectionFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // On a small screen the form replaces the list, so focus moves into it.
  const takesPlace = back !== undefined && back !== false;
  useEffect(() => {
    if (!takesPlace) return;
    if (!document.activeElement?.closest('[data-section-form]')) heading.current?.focus({ preventScroll: true });
    heading.current?.closest('[data-section-form]')?.scrollIntoView();
  }, [takesPlace]);
  return (
    <section className={styles.form} data-section-form="" aria-label={title}>
      {back}
      <div className={styles.formHead}>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            <Icon name={icon} size={18} />
            {title}
          </h2>
          {hint !== undefined && <p className={styles.quiet}>{hint}</p>}
        </div>
        {actions !== undefined && <div className={styles.formActions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** Removal can be undone from the toast, or by Undo. */
function CardActions({
  editor,
  section,
  onSelect,
  isAlone,
}: {
  editor: PageEditing;
  section: string;
  onSelect: SectionFormProps['onSelect'];
  isAlone: boolean;
}) {
  const { content, edit, types } = editor;
  const latest = useRef(editor);
  useEffect(() => {
    latest.current = editor;
  });
  const duplicate = () => {
    const copied = duplicateCard(content, section);
    edit(copied.content);
    onSelect(copied.key, copied.key);
  };
  const remove = () => {
    const place = content.cards.findIndex(({ key }) => key === section);
    const card = content.cards[place];
    if (!card) return;
    const next = (content.cards[place + 1] ?? content.cards[place - 1])?.key ?? SETTINGS;
    edit(removeCard(content, section));
    onSelect(isAlone ? null : next, next);
    showToast(`“${cardName(card, types)}” deleted`, {
      action: {
        label: 'Undo',
        onSelect: () => {
          latest.current.edit(putBack(latest.current.content, card, place));
          onSelect(card.key, card.key);
        },
      },
    });
  };
  return (
    <>
      <Button size="small" icon="copy" onClick={duplicate}>
        Duplicate
      </Button>
      <Button size="small" icon="trash-2" onClick={remove}>
        Delete
      </Button>
    </>
  );
}
