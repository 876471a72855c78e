import { useMemo } from 'react';
import type { FieldChange } from './pageChanges.ts';
import { ReferenceName } from '../../../values/ReferenceName.tsx';
import { Thumbnail } from '../../../values/Thumbnail.tsx';
import { wordChanges, type WordPart } from './wordChanges.ts';
import styles from './changes.module.css';

interface FieldChangesProps {
  fields: readonly FieldChange[];
  headingLevel: 2 | 3 | 4;
  /** Nothing of it is there after. */
  isGone?: boolean;
}

/** The changed fields of a card or a page: each before and after, the words that differ marked. */
export function FieldChanges({ fields, headingLevel, isGone = false }: FieldChangesProps) {
  const Heading = `h${headingLevel}` as const;
  return fields.map((field) => (
    <div key={field.name} className={styles.field}>
      <Heading>{field.title}</Heading>
      <Compared field={field} isGone={isGone} />
      <Pictures label="Picture removed" files={field.removedPictures} />
      <Pictures label="Picture added" files={field.addedPictures} />
    </div>
  ));
}

function Compared({ field, isGone }: { field: FieldChange; isGone: boolean }) {
  const { before, after, reference, removedPictures, addedPictures } = field;
  const words = useMemo(() => wordChanges(before, after), [before, after]);
  if (before === after) {
    const hasPictures = removedPictures.length + addedPictures.length > 0;
    return hasPictures ? null : <p className={styles.place}>The words are the same; their formatting changes.</p>;
  }
  const side = (text: string, parts: readonly WordPart[], mark: 'del' | 'ins') =>
    reference !== null && text !== '' ? (
      text.split('\n').map((id) => <ReferenceName key={id} resource={reference} id={id} plain />)
    ) : (
      <Words parts={parts} mark={mark} />
    );
  return (
    <dl className={styles.sides}>
      {before !== '' && (
        <div>
          <dt>Before</dt>
          <dd>{side(before, words.before, 'del')}</dd>
        </div>
      )}
      {(after !== '' || !isGone) && (
        <div>
          <dt>After</dt>
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

function Words({ parts, mark: Mark }: { parts: readonly WordPart[]; mark: 'del' | 'ins' }) {
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
