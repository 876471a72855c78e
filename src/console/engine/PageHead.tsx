import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ClientResource } from '../../../domain/model.ts';
import { Icon } from '../../ui/Icon.tsx';
import { listPath } from './paths.ts';
import styles from './PageHead.module.css';

/** Above a form or a detail page: the way back to the list, what this is, and what can be done with it. */
export function PageHead({ resource, title, children }: { resource: ClientResource; title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={listPath(resource)}><Icon name="chevron-left" size={16} />{resource.config.label}</Link>
      <div className={styles.line}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.actions}>{children}</div>
      </div>
    </header>
  );
}
