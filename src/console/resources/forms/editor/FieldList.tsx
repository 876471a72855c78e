import { useEffect, useRef, useState } from 'react';
import type { DragEvent, RefObject } from 'react';
import type { FieldType, RequestFormSchema } from '../../../../../domain/request-form.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { AddFieldMenu } from './AddFieldMenu.tsx';
import { CostTypeHelp } from './CostTypeHelp.tsx';
import { addField, duplicateField, moveField, removeField } from './edits.ts';
import { FieldCard } from './FieldCard.tsx';
import type { FormEditor } from './useFormEditor.ts';
import styles from './editor.module.css';

/** The fields in page order. One is open for its settings; all can be moved by mouse and by keyboard. */
export function FieldList({ editor, published }: { editor: FormEditor; published: RequestFormSchema | null }) {
  const { schema, edit, faults } = editor;
  const order = schema['x-order'];
  const [open, setOpen] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const keys = useFieldKeys();
  const drag = useDrag(order, (name, place) => edit(moveField(schema, name, place)));
  const [list, focusNext] = useFocusAfter(schema);

  const move = (name: string, place: number) => {
    if (place < 0 || place >= order.length) return;
    edit(moveField(schema, name, place));
    setSaid(`${titleOf(schema, name)} is field ${place + 1} of ${order.length} now`);
    focusNext(`[data-handle="${name}"]`);
  };
  const add = (type: FieldType) => {
    const added = addField(schema, type, open);
    edit(added.schema);
    keys.begin(added.name);
    setOpen(added.name);
    focusNext(`[data-field="${added.name}"] [data-label]`);
  };
  const duplicate = (name: string) => {
    const copied = duplicateField(schema, name);
    edit(copied.schema);
    keys.begin(copied.name);
    setOpen(copied.name);
    focusNext(`[data-field="${copied.name}"] [data-label]`);
  };
  const remove = (name: string) => {
    const place = order.indexOf(name);
    edit(removeField(schema, name));
    setSaid(`${titleOf(schema, name)} is removed. Undo brings it back.`);
    const neighbour = order[place + 1] ?? order[place - 1];
    focusNext(neighbour === undefined ? '[data-add]' : `[data-handle="${neighbour}"]`);
  };

  return (
    <section className={styles.fields} aria-label="Fields of the form">
      <CostTypeHelp editor={editor} />
      {order.length === 0 && (
        <EmptyState icon="list-plus" title="This form asks nothing yet">Add its first field; it is saved as you go.</EmptyState>
      )}
      <ol className={styles.cards} ref={list}>
        {order.map((name, index) => (
          <FieldCard
            key={keys.of(name)}
            name={name}
            index={index}
            editor={editor}
            faults={faults.of(name)}
            isOpen={open === name}
            isNew={!published || !Object.hasOwn(published.properties, name)}
            published={published?.properties[name]}
            onToggle={() => setOpen(open === name ? null : name)}
            onRenamed={(to) => {
              keys.rename(name, to);
              setOpen(to);
            }}
            onMove={(step) => move(name, index + step)}
            onDuplicate={() => duplicate(name)}
            onRemove={() => remove(name)}
            drag={drag.of(name, index)}
          />
        ))}
      </ol>
      <AddFieldMenu onAdd={add} />
      <p className="visually-hidden" role="status">{said}</p>
    </section>
  );
}

function titleOf(schema: RequestFormSchema, name: string): string {
  return schema.properties[name]?.title || name;
}

/** A field that is renamed stays the same card: what has the focus in it keeps it. */
function useFieldKeys() {
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  return {
    of: (name: string): string => keys[name] ?? name,
    begin: (name: string) => setKeys((known) => ({ ...known, [name]: `${name} ${Object.keys(known).length}` })),
    rename: (from: string, to: string) => setKeys((known) => ({ ...known, [to]: known[from] ?? from })),
  };
}

export interface CardDrag {
  /** A line is shown here: the dragged field would land before or after this one. */
  line: 'before' | 'after' | null;
  isDragged: boolean;
  handle: { draggable: true; onDragStart: (event: DragEvent) => void; onDragEnd: () => void };
  card: { onDragOver: (event: DragEvent<HTMLElement>) => void; onDrop: (event: DragEvent) => void };
}

/** Dragging by the handle: the place is where the pointer is, above or below the middle of a card. */
function useDrag(order: readonly string[], onDrop: (name: string, place: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [gap, setGap] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setGap(null);
  };
  return {
    of: (name: string, index: number): CardDrag => ({
      line: dragged === null || gap === null ? null : gap === index ? 'before' : gap === order.length && index === order.length - 1 ? 'after' : null,
      isDragged: dragged === name,
      handle: {
        draggable: true,
        onDragStart: (event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', name);
          setDragged(name);
        },
        onDragEnd: end,
      },
      card: {
        onDragOver: (event) => {
          if (dragged === null) return;
          event.preventDefault();
          const { top, height } = event.currentTarget.getBoundingClientRect();
          setGap(event.clientY < top + height / 2 ? index : index + 1);
        },
        onDrop: (event) => {
          event.preventDefault();
          if (dragged !== null && gap !== null) onDrop(dragged, gap > order.indexOf(dragged) ? gap - 1 : gap);
          end();
        },
      },
    }),
  };
}

/** Moves the focus once the change is on the page: to the field that was added, moved, or stands where one was removed. */
function useFocusAfter(schema: RequestFormSchema): [list: RefObject<HTMLOListElement | null>, next: (selector: string) => void] {
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const section = list.current?.parentElement;
    section?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = null;
  }, [schema]);
  return [list, (selector) => { wanted.current = selector; }];
}
