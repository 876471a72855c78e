import { useSearchParams } from 'react-router-dom';
import { SEARCH_MIN_LENGTH } from '../../../domain/values/constants.ts';
import { isSearchable } from '../../../domain/content/documentation-search.ts';
import { Page } from '../../ui/Page.tsx';
import { DocsForm } from './DocsForm.tsx';
import { DocsResults } from './DocsResults.tsx';
import { SearchHelp } from './SearchHelp.tsx';
import styles from './DocsScreen.module.css';

/** The search text is in the address, so that searches can be linked to and are part of the history. */
export function Screen() {
  const [query] = useSearchParams();
  // Normalized as on the server: text cannot contain NUL.
  const text = (query.get('search') ?? '').replaceAll('\0', '\ufffd').trim();
  return (
    <Page title="Documentation search" lead="Guides, handbooks and the pages of this site." width="reading">
      <DocsForm key={text} text={text} />
      {isSearchable(text) && <DocsResults text={text} />}
      {text !== '' && !isSearchable(text) && (
        <p role="status" className={styles.note}>
          Type {SEARCH_MIN_LENGTH} characters or more.
        </p>
      )}
      <SearchHelp key={String(text === '')} isOpen={text === ''} />
    </Page>
  );
}
