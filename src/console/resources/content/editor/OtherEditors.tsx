import type { CardTypeInfo, PageContent, PagePresence } from '../../../../../domain/content/page-content.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { describeOthers } from './editorNames.ts';
import styles from './editor.module.css';

interface OtherEditorsProps {
  others: PagePresence['others'];
  content: PageContent;
  types: readonly CardTypeInfo[];
}

/** Who else is editing the page, and which section. */
export function OtherEditors({ others, content, types }: OtherEditorsProps) {
  return (
    <span role="status" aria-label="Others who edit this page" className={styles.others}>
      {describeOthers(others, content, types).map((words) => (
        <span key={words}>
          <Icon name="users" size={16} />
          {words}
        </span>
      ))}
    </span>
  );
}
