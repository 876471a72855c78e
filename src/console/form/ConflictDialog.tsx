import { useId, useState } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import type { FormData } from '../../forms/shared/formServices.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldValue, Instant } from '../values/FieldValue.tsx';
import { ReferenceName } from '../values/ReferenceName.tsx';
import { sameValue } from '../engine/recordChanges.ts';
import layout from '../../ui/layout.module.css';
import styles from './form.module.css';

export interface ConflictDialogProps {
  resource: ClientResource;
  /** The common base version. */
  base: Row;
  mine: FormData;
  theirs: Row;
  isSaving: boolean;
  /** The button. Default: it is saved. */
  action?: string;
  onResolve: (merged: FormData) => Promise<void>;
  onClose: () => void;
}

type Side = 'mine' | 'theirs';

/** Resolves an edit conflict: both values of each conflicting field, with a choice. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { resource, base, mine, theirs, isSaving, action = 'Save selection', onResolve, onClose } = props;
  const fields = resource.fields.filter(
    (field) =>
      resource.formSchema.update.properties[field.name] !== undefined &&
      !sameValue(mine[field.name], theirs[field.name]),
  );
  const [chosen, setChosen] = useState<Record<string, Side>>({});
  const sideOf = (field: Field): Side =>
    chosen[field.name] ?? (sameValue(mine[field.name], base[field.name]) ? 'theirs' : 'mine');
  const merge = () => {
    const merged: FormData = { ...mine };
    for (const field of fields) if (sideOf(field) === 'theirs') merged[field.name] = theirs[field.name];
    return merged;
  };
  const who = theirs['updatedById'];
  const lead = useId();
  return (
    <Dialog
      title="Someone else changed this after you opened it"
      width={720}
      role="alertdialog"
      describedBy={lead}
      onClose={onClose}
      cancel="Back to the form"
      answer={{ label: action, busy: isSaving, onAnswer: () => onResolve(merge()) }}
    >
      <div className={layout.stack4}>
        <p id={lead}>
          {typeof who === 'number' || typeof who === 'string' ? (
            <ReferenceName resource="users" id={who} plain />
          ) : (
            'Someone'
          )}{' '}
          saved
          {typeof theirs['updatedAt'] === 'string' && (
            <>
              {' '}
              at <Instant instant={theirs['updatedAt']} />
            </>
          )}
          , after you had opened this form.
          {fields.length > 0
            ? ' Your changes are not saved yet. Choose which value to keep for each field.'
            : ' Your values are the same as theirs.'}
        </p>
        {fields.map((field) => (
          <ConflictField
            key={field.name}
            field={field}
            mine={(mine[field.name] ?? null) as Json}
            theirs={theirs[field.name] ?? null}
            side={sideOf(field)}
            onChoose={(side) => setChosen({ ...chosen, [field.name]: side })}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ConflictFieldProps {
  field: Field;
  mine: Json;
  theirs: Json;
  side: Side;
  onChoose: (side: Side) => void;
}

function ConflictField({ field, mine, theirs, side, onChoose }: ConflictFieldProps) {
  const name = useId();
  const sides: [Side, string, Json][] = [
    ['mine', 'Mine', mine],
    ['theirs', 'Theirs', theirs],
  ];
  return (
    <fieldset className={styles.conflictField}>
      <legend className={styles.conflictTitle}>{field.title}</legend>
      <div className={styles.sides}>
        {sides.map(([key, label, value]) => (
          <label key={key} className={styles.side}>
            <input type="radio" name={name} checked={side === key} onChange={() => onChoose(key)} />
            <span className={styles.sideName}>{label}</span>
            <span className={styles.sideValue}>
              <FieldValue field={field} value={value} plain />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
