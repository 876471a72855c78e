import type { SearchGroup, SearchResult } from '../../../domain/calls/content.ts';
import styles from './ResultText.module.css';

export interface ResultTextProps {
  result: SearchResult;
  /** Ids of the name and of the excerpt, with which their link is labelled and described. */
  nameId?: string;
  excerptId?: string;
}

/** The page's title, the section that matches, and the text around the match with its words marked. */
export function ResultText({ result: { name, section, excerpt }, nameId, excerptId }: ResultTextProps) {
  return (
    <span className={styles.result}>
      <span id={nameId} className={styles.name}>
        {name}
        {section !== undefined && <span className={styles.section}> › {section}</span>}
      </span>
      {excerpt !== undefined && (
        <span id={excerptId} className={styles.excerpt}>
          {excerpt.map((part, index) =>
            index % 2 === 1 ? (
              <mark key={index} className={styles.mark}>
                {part}
              </mark>
            ) : (
              part
            ),
          )}
        </span>
      )}
    </span>
  );
}

export function SearchNote({ group: { corrected, isPartial } }: { group: SearchGroup }) {
  if (corrected === undefined && isPartial !== true) return null;
  return (
    <p className={styles.note}>
      {corrected !== undefined && (
        <>
          Showing results for <strong>{corrected}</strong>.{' '}
        </>
      )}
      {isPartial === true && 'No result contains all of these words. These contain some of them.'}
    </p>
  );
}
