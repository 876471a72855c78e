import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { FactList } from '../../../ui/FactList.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { ReferenceName } from '../../values/ReferenceName.tsx';
import { browserName } from './browserName.ts';
import { reportText } from './reportText.ts';
import { StackTrace } from './StackTrace.tsx';
import styles from './events.module.css';

const textOf = (row: Row, name: string) => (typeof row[name] === 'string' ? row[name] : '');

/** A full report: the user affected, the page, and the location in the code. */
export function ReportDetails({ report, headings: Heading }: { report: Row; headings: 'h2' | 'h3' }) {
  const [userAgent, stack, userId] = [textOf(report, 'userAgent'), textOf(report, 'exception'), report['userId']];
  return (
    <div className={styles.details}>
      <div className={styles.facts}>
        <FactList
          facts={[
            {
              key: 'person',
              label: 'Person',
              value: typeof userId === 'number' ? <ReferenceName resource="users" id={userId} /> : 'Not logged in',
            },
            {
              key: 'browser',
              label: 'Browser',
              value: userAgent && <span title={userAgent}>{browserName(userAgent)}</span>,
            },
            { key: 'address', label: 'Address', value: textOf(report, 'ip') },
          ]}
        />
      </div>
      <FactList
        facts={[
          { key: 'where', label: 'Where', value: <span className={styles.where}>{textOf(report, 'location')}</span> },
        ]}
      />
      <div className={styles.stackHead}>
        <Heading className={styles.stackTitle}>Stack trace</Heading>
        <CopyButton text={reportText(report)} label="Copy report" />
      </div>
      {stack === '' ? <p className={styles.quiet}>None was sent.</p> : <StackTrace stack={stack} />}
    </div>
  );
}

/** The main part of a report's own page. */
export function ReportMain({ row }: { resource: ClientResource; row: Row }) {
  return (
    <section className={styles.card} aria-label="Report">
      <p className={styles.message}>{textOf(row, 'message')}</p>
      <ReportDetails report={row} headings="h2" />
    </section>
  );
}
