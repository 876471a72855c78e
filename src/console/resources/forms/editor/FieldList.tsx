import { useState } from 'react';
import type { FieldType, RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import layout from '../../../../ui/layout.module.css';
import editing from '../../../editing/editing.module.css';
import { KindMenu } from '../../../editing/KindMenu.tsx';
import { useFocusAfter } from '../../../editing/useFocusAfter.ts';
import { useReorder } from '../../../editing/useReorder.ts';
import { CostTypeHelp } from './CostTypeHelp.tsx';
import { addField, duplicateField, moveField, removeField } from './edits.ts';
import { FieldCard } from './FieldCard.tsx';
import { FIELD_KINDS } from './fieldKinds.ts';
import { PriceEditor } from './PriceEditor.tsx';
import type { FormEditor } from './useFormEditor.tsx';

const KINDS = FIELD_KINDS.map(({ type, title, hint, icon }) => ({ key: type, title, hint, icon }));

/** The fields in page order; one is expanded. All can be reordered by mouse and keyboard. */
export function FieldList({ editor, published }: { editor: FormEditor; published: RequestFormSchema | null }) {
  const { schema, edit, faults } = editor;
  const order = schema['x-order'];
  const [open, setOpen] = useState<string | null>(null);
  const [announcement, announce] = useState('');
  const keys = useFieldKeys();
  const [area, focusNext] = useFocusAfter<HTMLElement>(schema);

  const move = (name: string, place: number) => {
    edit(moveField(schema, name, place));
    announce(`${fieldTitle(schema, name)} is now field ${place + 1} of ${order.length}`);
    focusNext(`[data-handle="${name}"]`);
  };
  const placed = useReorder(order, move);
  const add = (type: FieldType) => {
    const added = addField(schema, type, open);
    edit(added.schema);
    keys.add(added.name);
    setOpen(added.name);
    focusNext(`[data-field="${added.name}"] [id$="_title"]`);
  };
  const duplicate = (name: string) => {
    const copied = duplicateField(schema, name);
    edit(copied.schema);
    keys.add(copied.name);
    setOpen(copied.name);
    focusNext(`[data-field="${copied.name}"] [id$="_title"]`);
  };
  const remove = (name: string) => {
    const place = order.indexOf(name);
    edit(removeField(schema, name));
    announce(`${fieldTitle(schema, name)} removed. Undo restores it.`);
    const neighbor = order[place + 1] ?? order[place - 1];
    focusNext(neighbor === undefined ? '[data-add]' : `[data-handle="${neighbor}"]`);
  };

  return (
    <section className={layout.pane} aria-label="Fields of the form" ref={area}>
      <CostTypeHelp editor={editor} />
      {order.length === 0 && (
        <EmptyState icon="list-plus" title="No fields yet">
          Add the first field. Changes are saved automatically.
        </EmptyState>
      )}
      <ol className={editing.ordered}>
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
            placed={placed(name, index)}
          />
        ))}
      </ol>
      <KindMenu label="Add a field" kinds={KINDS} onAdd={add} />
      <PriceEditor editor={editor} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

function fieldTitle(schema: RequestFormSchema, name: string): string {
  return schema.properties[name]?.title || name;
}

/** React keys that survive renaming a field, so that focus within its card is kept. */
function useFieldKeys() {
  const [keys, setKeys] = useState<Readonly<Record<string, string>>>({});
  return {
    of: (name: string): string => keys[name] ?? name,
    add: (name: string) => setKeys((known) => ({ ...known, [name]: `${name} ${Object.keys(known).length}` })),
    rename: (from: string, to: string) => setKeys((known) => ({ ...known, [to]: known[from] ?? from })),
  };
}
