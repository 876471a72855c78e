import { Fragment } from 'react';
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

/** What was searched for instead, once for all sources, and whether no result contains all words. */
export function SearchNote({ groups }: { groups: readonly SearchGroup[] }) {
  const corrected = [...new Set(groups.flatMap((group) => group.corrected ?? []))];
  const isPartial = groups.length > 0 && groups.every((group) => group.isPartial === true);
  if (corrected.length === 0 && !isPartial) return null;
  return (
    <p className={styles.note}>
      {corrected.map((text) => (
        <Fragment key={text}>
          Showing results for <strong>{text}</strong>.{' '}
        </Fragment>
      ))}
      {isPartial && 'No result contains all of these words. These contain some of them.'}
    </p>
  );
}
