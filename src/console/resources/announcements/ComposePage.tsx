import { formatCount, formatNumber } from '../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { WAYS } from '../../../../domain/messages/announcements.ts';
import type { AnnouncementPreview, Selection } from '../../../../domain/calls/announcements.ts';
import { isReachable } from '../../../app/menuEntries.ts';
import { SUBJECT_LENGTH } from '../../../../domain/messages/message-template.ts';
import { callApi } from '../../../app/callApi.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { useAccess } from '../../../app/useAccess.ts';
import { useResources } from '../../../app/useResources.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { useModel } from '../../../app/useModel.ts';
import type { FormSchema } from '../../../forms/shared/formSchema.ts';
import { NO_SERVICES } from '../../../forms/shared/formServices.ts';
import { SchemaForm } from '../../../forms/SchemaForm.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { listPath } from '../../engine/paths.ts';
import { pluralInside } from '../../../app/resourceNames.ts';
import { leadsToPeople } from '../../list/RecipientsLink.tsx';
import { WAY_LABELS } from './announcements.ts';
import { useAnnouncementDraft } from './announcementDraft.ts';
import { PeopleTable } from './PeopleTable.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './announcements.module.css';

const BACK = { to: '/admin/announcements', label: 'Announcements' };

/** /admin/announcements/create?source=&filter=: an announcement to the people of a list. */
export function ComposePage() {
  const [search] = useSearchParams();
  const selection = selectionIn(search);
  if (selection === null) return <ChooseList />;
  return <Compose key={search.toString()} selection={selection} />;
}

function selectionIn(search: URLSearchParams): Selection | null {
  const source = search.get('source');
  if (source === null) return null;
  try {
    const filter: unknown = JSON.parse(search.get('filter') ?? '{}');
    return typeof filter === 'object' && filter !== null && !Array.isArray(filter)
      ? { source, filter: filter as Selection['filter'] }
      : null;
  } catch {
    return null;
  }
}

/** Anyone who comes without a selection is led to the lists that have people, and that open for them. */
function ChooseList() {
  const reach = useAccess();
  const lists = useResources().filter((list) => leadsToPeople(list) && isReachable(listPath(list), reach));
  return (
    <Page title="New announcement" back={BACK} width="reading">
      <EmptyState
        icon="megaphone"
        title="Choose people first"
        actions={lists.map((resource) => (
          <ButtonLink key={resource.name} to={listPath(resource)} icon={resource.config.icon}>
            {resource.config.label}
          </ButtonLink>
        ))}
      >
        Open one of these lists, filter it or select rows, and choose “Write to these people”.
      </EmptyState>
    </Page>
  );
}

function Compose({ selection }: { selection: Selection }) {
  const preview = useQuery({
    queryKey: ['announcements', 'preview', selection],
    queryFn: () => callApi('POST /api/announcements/preview', { body: selection }),
    staleTime: 0,
  });
  const list = useResources().find(({ name }) => name === selection.source);
  return (
    <Page
      title="New announcement"
      back={list ? { to: listPath(list), label: list.config.label } : BACK}
      lead={list && `To the people you selected in ${pluralInside(list)}.`}
      width="reading"
    >
      <QueryView
        query={preview}
        what="the people"
        failure="The people could not be counted"
        lines={6}
        hasNotice={false}
      >
        {(data) => <Form selection={selection} preview={data} />}
      </QueryView>
    </Page>
  );
}

const FORM: FormSchema = {
  type: 'object',
  required: ['subject', 'html'],
  properties: {
    subject: { type: 'string', title: 'Subject', maxLength: SUBJECT_LENGTH },
    html: {
      type: 'string',
      title: 'Text',
      format: 'html',
      description: '{recipientName} is replaced by each recipient’s name, in the subject too.',
    },
  },
};

function Form({ selection, preview }: { selection: Selection; preview: AnnouncementPreview }) {
  const navigate = useNavigate();
  const { timezone } = useModel().site;
  const { draft, change, discard } = useAnnouncementDraft();
  const [retryKey] = useState(() => new RetryKey());
  const { run, isRunning, refusal } = useCommand(async () => {
    const body = { ...selection, ...draft };
    const { id } = await retryKey.send(body, (key) => callApi('POST /api/announcements/send', { body, key }));
    discard();
    void navigate(`/admin/announcements/${id}`);
  });
  return (
    <div className={styles.parts}>
      <WhoGetsIt selection={selection} preview={preview} />
      <SchemaForm
        schema={FORM}
        validatorUrl={null}
        sections={[
          {
            section: 'Message',
            description: 'Your draft is saved in this browser until you send it.',
            fields: ['subject', 'html'],
          },
        ]}
        data={{ ...draft }}
        onChange={({ subject = '', html = '' }) => change({ subject: String(subject), html: String(html) })}
        onSubmit={() => void run()}
        serverErrors={refusal?.problem.errors}
        hasSummary={false}
        services={NO_SERVICES}
        timezone={timezone}
      >
        {refusal && (
          <Banner tone="error" title="Not sent">
            {refusal.message}
          </Banner>
        )}
        <div className={styles.actions}>
          <Button variant="primary" icon="send" type="submit" disabled={preview.people === 0} aria-disabled={isRunning}>
            Send to {formatCount(preview.people, 'person', 'people')}
          </Button>
          <span className={styles.quiet}>
            You have half a minute to cancel it.
            {preview.isImmediate && ' Then it is sent immediately, as a message about their events.'}
          </span>
        </div>
      </SchemaForm>
    </div>
  );
}

function WhoGetsIt({ selection, preview }: { selection: Selection; preview: AnnouncementPreview }) {
  const [isOpen, setIsOpen] = useState(false);
  const { people, ways, inactive, unaddressed, failing } = preview;
  if (people === 0) {
    return (
      <Banner tone="warning" role="none" title="No recipients match">
        {inactive > 0
          ? `All ${formatNumber(inactive)} accounts are inactive.`
          : 'The list contains no people you can see. Choose another filter.'}
      </Banner>
    );
  }
  return (
    <Card title={`Recipients: ${formatCount(people, 'person', 'people')}`}>
      <div className={styles.people}>
        <div className={layout.toolbar2}>
          {WAYS.filter((way) => ways[way] > 0).map((way) => (
            <Chip key={way}>
              {formatNumber(ways[way])}: {WAY_LABELS[way]}
            </Chip>
          ))}
        </div>
        {unaddressed > 0 && (
          <p className={styles.quiet}>
            {formatCount(unaddressed, 'person has', 'people have')} no email address and will find it in the portal
            only.
          </p>
        )}
        {failing > 0 && (
          <p className={styles.quiet}>
            {formatCount(failing, 'person', 'people')} will find it in the portal only, because emails to them bounce.
          </p>
        )}
        {inactive > 0 && (
          <p className={styles.quiet}>
            Left out: {formatCount(inactive, 'person', 'people')} with an inactive account.
          </p>
        )}
        <div>
          <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide the names' : 'Show the names'}
          </Button>
        </div>
        {isOpen && (
          <PeopleTable
            caption="Recipients"
            queryKey={['announcements', 'people', selection]}
            read={async (q, start) => {
              const { people, total } = await callApi('POST /api/announcements/people', {
                body: { ...selection, q, start },
              });
              return { rows: people, total };
            }}
            columns={[
              { key: 'name', header: 'Name', cell: ({ name }) => name },
              {
                key: 'way',
                header: 'Delivery',
                cell: ({ way, addressFails }) => (
                  <span>
                    {WAY_LABELS[way]}
                    {addressFails && <span className={styles.quiet}>: emails to them bounce</span>}
                  </span>
                ),
              },
            ]}
          />
        )}
      </div>
    </Card>
  );
}
