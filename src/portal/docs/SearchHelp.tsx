import { Link } from 'react-router-dom';
import { docsPath } from '../../../domain/content/documentation-search.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './DocsScreen.module.css';

const EXAMPLES: readonly { query: string; meaning: string }[] = [
  { query: 'poster', meaning: 'Words in any form, or their beginnings. Pages with all of them come first.' },
  { query: '"laser cutter"', meaning: 'In quotes: an exact phrase.' },
  { query: '[safety]', meaning: 'In square brackets: a tag.' },
  { query: 'print {type:page|book}', meaning: 'In braces: only these kinds, such as page, card or book.' },
];

/** The search syntax, with examples to click. */
export function SearchHelp({ isOpen }: { isOpen: boolean }) {
  return (
    <details className={styles.help} open={isOpen}>
      <summary className={styles.summary}>
        <Icon name="info" />
        How to search more precisely
        <Icon name="chevron-down" className={styles.turn} />
      </summary>
      <dl className={styles.examples}>
        {EXAMPLES.map(({ query, meaning }) => (
          <div key={query} className={styles.example}>
            <dt>
              <Link to={docsPath(query)} className={styles.query}>
                {query}
              </Link>
            </dt>
            <dd className={styles.meaning}>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
