import { useGetList, useGetOne } from 'ra-core';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { QueryView, type ViewedQuery } from '../../../app/QueryView.tsx';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { formatTotal, type Accuracy } from '../../../../domain/declarations/list-total.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import { listPath } from '../../engine/paths.ts';
import { WHOLE } from '../../engine/wholeRecord.ts';
import { Instant } from '../../values/FieldValue.tsx';
import { formatNumber } from '../../values/formats.ts';
import { browserName } from './browserName.ts';
import { ReportDetails } from './ReportDetails.tsx';
import styles from './events.module.css';

const NEWEST = 20;
/** A message up to this length is shown in full in the page's title. */
const TITLE_LENGTH = 140;

/** The full message of this kind and its newest reports, the newest expanded. */
export function KindReports({ row }: { resource: ClientResource; row: Row }) {
  const id = row['id'] as number;
  const message = String(row['message'] ?? '');
  const reports = useConsole().resourceNamed('eventLog');
  const query = useGetList<Row & { id: number }>(
    'eventLog',
    { filter: { kindId: id }, sort: { field: 'createdAt', order: 'DESC' }, pagination: { page: 1, perPage: NEWEST } },
    { retry: false },
  );
  const { data, total = 0, meta } = query;
  const { accuracy } = (meta ?? {}) as { accuracy?: Accuracy };
  return (
    <>
      {message.length > TITLE_LENGTH && (
        <Card title="Message">
          <p className={styles.message}>{message}</p>
        </Card>
      )}
      <Card
        title={
          <>
            Newest reports{data && <span className={styles.total}>{formatTotal(formatNumber(total), accuracy)}</span>}
          </>
        }
        description={
          Number(row['count']) > total
            ? `Of ${formatNumber(Number(row['count']))} reports the newest are stored.`
            : undefined
        }
        actions={
          reports &&
          total > 0 && (
            <Link
              className={styles.asList}
              to={`${listPath(reports)}?filter=${encodeURIComponent(JSON.stringify({ kindId: id }))}`}
            >
              As a list
            </Link>
          )
        }
        flush
      >
        <QueryView
          query={query}
          what="the reports"
          loading={
            <div className={styles.padded}>
              <Loading label="Loading the reports" lines={5} />
            </div>
          }
          empty={<p className={styles.padded}>No report of this kind is stored.</p>}
        >
          {(rows) => (
            <ul>
              {rows.map((report, index) => (
                <Report key={String(report['id'])} report={report} startsOpen={index === 0} />
              ))}
            </ul>
          )}
        </QueryView>
      </Card>
    </>
  );
}

function Report({ report, startsOpen }: { report: Row; startsOpen: boolean }) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const id = useId();
  const userAgent = String(report['userAgent'] ?? '');
  return (
    <li className={styles.report}>
      <button
        type="button"
        className={styles.reportHead}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
        <span className={styles.when}>
          <Instant instant={String(report['createdAt'])} />
        </span>
        <span className={styles.from}>{userAgent ? browserName(userAgent) : 'Server'}</span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <WholeReport id={report['id'] as number} />}
      </div>
    </li>
  );
}

/** Lists omit long fields, so a report is fetched when it is expanded. */
function WholeReport({ id }: { id: number }) {
  const query = useGetOne('eventLog', { id, meta: WHOLE }, { retry: false });
  return (
    <QueryView query={query as ViewedQuery<Row>} what="the report" lines={4}>
      {(report) => (
        <div className={styles.padded}>
          <ReportDetails report={report} headings="h3" />
        </div>
      )}
    </QueryView>
  );
}
