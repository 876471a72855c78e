import { Link } from 'react-router-dom';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { useReports } from '../../app/useResources.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { listPath } from '../engine/paths.ts';
import styles from './RelatedLists.module.css';

/** Links to the other lists and reports that the resource declares as related, as far as they are open to the account. */
export function RelatedLists({ resource }: { resource: ClientResource }) {
  const { resourceNamed } = useConsole();
  const reports = useReports();
  const links = (resource.config.list.related ?? []).flatMap((name) => {
    if (name === resource.name) return [];
    const list = resourceNamed(name);
    if (list?.can.list) return [{ name, label: list.config.label, to: listPath(list) }];
    const report = reports.find((one) => one.name === name);
    return report ? [{ name, label: report.title, to: report.path }] : [];
  });
  return (
    links.length > 0 && (
      <nav aria-label="Related lists" className={styles.related}>
        {links.map(({ name, label, to }) => (
          <Link key={name} to={to} className={styles.link}>
            {label}
          </Link>
        ))}
      </nav>
    )
  );
}
