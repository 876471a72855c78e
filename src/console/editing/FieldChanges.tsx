import { useMemo } from 'react';
import { ReferenceName } from '../values/ReferenceName.tsx';
import { Thumbnail } from '../values/Thumbnail.tsx';
import { wordChanges, type WordPart } from './wordChanges.ts';
import styles from './changes.module.css';

/**
 * A field whose value differs. `before` and `after` are texts of one line per paragraph or entry, empty for no value; of a reference
 * they are the ids. Equal texts without pictures: only the formatting differs.
 */
export interface FieldChange {
  name: string;
  title: string;
  before: string;
  after: string;
  /** Files of stored pictures that are there on one side only. */
  removedPictures: string[];
  addedPictures: string[];
  /** The resource that a reference refers to. */
  reference: string | null;
}

interface FieldChangesProps {
  fields: readonly FieldChange[];
  headingLevel: 2 | 3 | 4;
  isRemoved?: boolean;
  /** What the two sides are called. */
  sides?: readonly [before: string, after: string];
}

/** The changed fields of a record: each before and after, with the changed words marked. */
export function FieldChanges({
  fields,
  headingLevel,
  isRemoved = false,
  sides = ['Before', 'After'],
}: FieldChangesProps) {
  const Heading = `h${headingLevel}` as const;
  return fields.map((field) => (
    <div key={field.name} className={styles.field}>
      <Heading>{field.title}</Heading>
      <ComparedField field={field} isRemoved={isRemoved} sides={sides} />
      <Pictures label="Image removed" files={field.removedPictures} />
      <Pictures label="Image added" files={field.addedPictures} />
    </div>
  ));
}

type ComparedFieldProps = Required<Pick<FieldChangesProps, 'isRemoved' | 'sides'>> & { field: FieldChange };

function ComparedField({ field, isRemoved, sides }: ComparedFieldProps) {
  const { before, after, reference, removedPictures, addedPictures } = field;
  const words = useMemo(() => wordChanges(before, after), [before, after]);
  if (before === after) {
    const hasPictures = removedPictures.length + addedPictures.length > 0;
    return hasPictures ? null : <p className={styles.place}>Only the formatting changes.</p>;
  }
  const side = (text: string, parts: readonly WordPart[], mark: 'del' | 'ins') =>
    reference !== null && text !== '' ? (
      text.split('\n').map((id) => <ReferenceName key={id} resource={reference} id={id} plain />)
    ) : (
      <TextChange parts={parts} mark={mark} />
    );
  return (
    <dl className={styles.sides}>
      {before !== '' && (
        <div>
          <dt>{sides[0]}</dt>
          <dd>{side(before, words.before, 'del')}</dd>
        </div>
      )}
      {(after !== '' || !isRemoved) && (
        <div>
          <dt>{sides[1]}</dt>
          {after === '' ? <dd className={styles.place}>Nothing</dd> : <dd>{side(after, words.after, 'ins')}</dd>}
        </div>
      )}
    </dl>
  );
}

const SPOKEN = {
  del: ['removed: ', ' (end)'],
  ins: ['added: ', ' (end)'],
} as const;

function TextChange({ parts, mark: Mark }: { parts: readonly WordPart[]; mark: 'del' | 'ins' }) {
  return parts.map(({ text, isChanged }, index) =>
    isChanged ? (
      <Mark key={index}>
        <span className="visually-hidden">{SPOKEN[Mark][0]}</span>
        {text}
        <span className="visually-hidden">{SPOKEN[Mark][1]}</span>
      </Mark>
    ) : (
      <span key={index}>{text}</span>
    ),
  );
}

function Pictures({ label, files }: { label: string; files: readonly string[] }) {
  return files.map((file) => (
    <figure key={file} className={styles.picture}>
      <Thumbnail file={file} alt={label} />
      <figcaption>{label}</figcaption>
    </figure>
  ));
}
