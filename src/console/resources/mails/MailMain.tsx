import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MailContent } from '../../../../domain/calls/mails.ts';
import { formatSize } from '../../../ui/formatSize.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import { useResource } from '../../../app/useResources.ts';
import { callApi } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { listPath } from '../../engine/paths.ts';
import { History } from '../../show/History.tsx';
import type { MainProps } from '../../show/ShowPage.tsx';
import { FieldValue, Instant } from '../../values/FieldValue.tsx';
import styles from './mails.module.css';

/** A mail as its reader sees it, what its attempts have brought, and what can be done with it. */
export function MailMain({ resource, row }: MainProps) {
  const content = useQuery({
    // What depends on its state is read again whenever the mail changes.
    queryKey: ['mails', 'content', row['id'], row['version']],
    queryFn: ({ signal }) => callApi('GET /api/mails/:id/content', { params: { id: Number(row['id']) }, signal }),
    staleTime: 0,
    retry: false,
  });
  const addresses = useResource('suppressedAddresses');
  const answer = row['lastAnswer'];
  return (
    <>
      <Card>
        <div className={classNames(styles.standing, content.data?.isSuppressed && styles.above)}>
          {resource.fields
            .filter(({ name }) => name === 'state' || name === 'category')
            .map((field) => (
              <FieldValue key={field.name} field={field} value={row[field.name]} row={row} />
            ))}
          {typeof answer === 'string' && answer !== '' && <p className={styles.answer}>{answer}</p>}
        </div>
        {content.data?.isSuppressed && (
          <Banner
            tone="warning"
            role="none"
            title="Emails to this address are not sent"
            actions={
              addresses?.can.list && (
                <ButtonLink size="small" to={listPath(addresses)}>
                  Suppressed addresses
                </ButtonLink>
              )
            }
          >
            It is on the list of suppressed addresses.
          </Banner>
        )}
      </Card>
      <QueryView query={content} what="the email" lines={8}>
        {(mail) =>
          mail.withheld === null ? (
            <Content id={Number(row['id'])} mail={mail} />
          ) : (
            <Card>
              <Withheld why={mail.withheld} />
            </Card>
          )
        }
      </QueryView>
      <Card title="Attempts">
        <Tries row={row} />
      </Card>
      {resource.can.history && <History resource={resource} row={row} />}
    </>
  );
}

function Content({ id, mail: { text, headers, attachments } }: { id: number; mail: MailContent }) {
  const [tab, setTab] = useState('mail');
  return (
    <Tabs
      label="The email"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { key: 'mail', label: 'Formatted', content: <Look id={id} /> },
        { key: 'text', label: 'Plain text', content: <pre className={styles.source}>{text}</pre> },
        {
          key: 'headers',
          label: 'Headers',
          content: (
            <FactList
              facts={headers.map(([label, value], index) => ({
                key: String(index),
                label,
                value: <span className={styles.header}>{value}</span>,
              }))}
            />
          ),
        },
        {
          key: 'attachments',
          label: `Attachments (${attachments.length})`,
          content:
            attachments.length === 0 ? (
              <p>None.</p>
            ) : (
              <ul>
                {attachments.map(({ name, type, bytes }) => (
                  <li key={name}>
                    {name}: {type}, {formatSize(bytes)}
                  </li>
                ))}
              </ul>
            ),
        },
      ]}
    />
  );
}

function Withheld({ why }: { why: 'confidential' | 'gone' }) {
  return why === 'gone' ? (
    <EmptyState icon="archive" title="The text of this email was deleted">
      The log still shows when it was sent, and to whom.
    </EmptyState>
  ) : (
    <EmptyState icon="lock" title="Only administrators can read this email">
      Emails about an account may contain login links.
    </EmptyState>
  );
}

/** No script runs in it, and nothing is loaded from elsewhere. */
function Look({ id }: { id: number }) {
  return <iframe title="Email preview" src={`/api/mails/${id}/html`} sandbox="" className={styles.look} />;
}

interface Try {
  at: string;
  outcome: keyof typeof OUTCOMES;
  code?: number;
  answer: string;
}

const OUTCOMES = {
  sent: { label: 'Sent', tone: 'green', icon: 'circle-check' },
  deferred: { label: 'Deferred', tone: 'orange', icon: 'clock' },
  refused: { label: 'Refused', tone: 'red', icon: 'circle-x' },
  unknown: { label: 'Uncertain', tone: 'orange', icon: 'triangle-alert' },
  suppressed: { label: 'Not sent', tone: 'grey', icon: 'circle-dashed' },
  bounced: { label: 'Bounced', tone: 'red', icon: 'undo-2' },
  unavailable: { label: 'Mail server unavailable', tone: 'orange', icon: 'clock' },
} as const;

function Tries({ row }: { row: Row }) {
  const tries = (row['tries'] ?? []) as unknown as readonly Try[];
  if (tries.length === 0) return <p>None yet.</p>;
  return (
    <Timeline>
      {tries.map(({ at, outcome, answer }, index) => {
        const { icon, label, tone } = OUTCOMES[outcome];
        return (
          <TimelineEntry key={index} icon={icon}>
            <p className={styles.standing}>
              <Chip tone={tone} icon={icon}>
                {label}
              </Chip>
              <Instant instant={at} />
            </p>
            <p className={styles.answer}>{answer}</p>
          </TimelineEntry>
        );
      })}
    </Timeline>
  );
}
