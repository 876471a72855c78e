import { formatCount, formatInstant, formatNumber } from '../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { OUTCOMES, RECIPIENT_FILTERS, type RecipientFilter } from '../../../../domain/messages/announcements.ts';
import type { Delivery } from '../../../../domain/calls/announcements.ts';
import { callApi } from '../../../app/callApi.ts';
import { useModel } from '../../../app/useModel.ts';
import { useSession } from '../../../app/useSession.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { Page } from '../../../ui/Page.tsx';
import { RichText } from '../../../ui/RichText.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { RecordActions } from '../../../actions/ActionBar.tsx';
import type { SpecialPageProps } from '../../frame/specialPages.ts';
import { composePath, OUTCOME_LABELS } from './announcements.ts';
import { keepAsDraft } from './announcementDraft.ts';
import { PeopleTable } from './PeopleTable.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './announcements.module.css';

const BACK = { to: '/admin/announcements', label: 'Announcements' };
/** Between looks at what goes on: fast while it is being sent, and after that until the mails are out. */
const SOON = 1000;
const LATER = 15_000;

const FILTER_LABELS: Readonly<Record<RecipientFilter, string>> = {
  all: 'Everyone',
  read: 'Read in the portal',
  unread: 'Not read in the portal',
  ...OUTCOME_LABELS,
};

/** /admin/announcements/{id}: what became of an announcement, and for half a minute the way back. */
export function AnnouncementPage({ resource, id }: SpecialPageProps) {
  const query = useQuery({
    queryKey: ['announcements', 'delivery', id],
    queryFn: () => callApi('GET /api/announcements/:id/delivery', { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => intervalOf(state.data),
  });
  return (
    <QueryView
      query={query}
      what="the announcement"
      lines={8}
      hasNotice={false}
      frame={(state, error) => (
        <Page title={error === null ? '' : 'Announcement'} back={BACK}>
          {state}
        </Page>
      )}
    >
      {(delivery) => <Announcement {...{ resource, id, delivery }} />}
    </QueryView>
  );
}

function intervalOf(delivery: Delivery | undefined): number | false {
  if (delivery?.state === 'waiting' || delivery?.state === 'sending') return SOON;
  return delivery?.state === 'sent' ? LATER : false;
}

type AnnouncementProps = Pick<SpecialPageProps, 'resource' | 'id'> & { delivery: Delivery };

function Announcement({ resource, id, delivery }: AnnouncementProps) {
  const { timezone } = useModel().site;
  const { subject, html, state, sender, createdAt } = delivery;
  const [show, setShow] = useState<RecipientFilter>('all');
  return (
    <Page
      title={subject}
      back={BACK}
      lead={`${sender ?? 'Someone'}, ${formatInstant(createdAt, timezone)}`}
      width="reading"
    >
      <div className={styles.parts}>
        <Progress {...{ resource, id, delivery }} />
        <Card title="Text">
          <RichText html={html} />
        </Card>
        {state !== 'cancelled' && (
          <Card title={`Recipients: ${formatNumber(delivery.people)}`}>
            <div className={styles.people}>
              <Counts delivery={delivery} />
              <PeopleTable
                caption="Recipients"
                queryKey={['announcements', 'recipients', id, state, show]}
                refreshEvery={state === 'sent' ? LATER : false}
                read={async (q, start) => {
                  const { recipients, total } = await callApi('GET /api/announcements/:id/recipients', {
                    params: { id },
                    query: { show, q: q === '' ? undefined : q, start },
                  });
                  return { rows: recipients, total };
                }}
                filter={
                  <SelectField
                    label="Show"
                    options={RECIPIENT_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }))}
                    value={show}
                    onChange={({ target }) => setShow(target.value as RecipientFilter)}
                  />
                }
                columns={[
                  { key: 'name', header: 'Name', cell: ({ name }) => name ?? 'Someone you cannot see' },
                  {
                    key: 'outcome',
                    header: 'Delivery',
                    cell: ({ outcome, answer }) => (
                      <span>
                        {OUTCOME_LABELS[outcome]}
                        {answer !== null && <span className={styles.quiet}>: {answer}</span>}
                      </span>
                    ),
                  },
                  {
                    key: 'readAt',
                    header: 'Read in the portal',
                    cell: ({ readAt }) => (readAt === null ? '–' : formatInstant(readAt, timezone)),
                  },
                ]}
              />
            </div>
          </Card>
        )}
      </div>
    </Page>
  );
}

function Counts({ delivery: { outcomes, read } }: { delivery: Delivery }) {
  return (
    <div className={layout.toolbar2}>
      <Chip tone="green" icon="check">
        {formatNumber(read)}: Read in the portal
      </Chip>
      {OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => (
        <Chip key={outcome} tone={outcome === 'mailFailed' ? 'red' : 'grey'}>
          {formatNumber(outcomes[outcome])}: {OUTCOME_LABELS[outcome]}
        </Chip>
      ))}
    </div>
  );
}

/** What is going on, and what can be done about it. */
function Progress({ resource, id, delivery }: AnnouncementProps) {
  const { state, people, outcomes, undoFor, canTakeBack, source, filter } = delivery;
  const navigate = useNavigate();
  const { userName } = useSession();
  const seconds = useSecondsLeft(undoFor);
  const [stateBefore] = useState(state);
  const sendAgain = useRef<HTMLButtonElement>(null);
  // The focus was on the button that took it back.
  useEffect(() => {
    if (stateBefore === 'waiting') sendAgain.current?.focus();
  }, [state, stateBefore]);
  if (state === 'cancelled') {
    const again = () => {
      keepAsDraft(userName, delivery);
      void navigate(composePath({ source, filter }));
    };
    return (
      <Banner
        title="Canceled: no one received it"
        actions={
          canTakeBack && (
            <Button ref={sendAgain} onClick={again}>
              Edit and send again
            </Button>
          )
        }
      />
    );
  }
  if (state === 'waiting') {
    return (
      <Banner
        tone="warning"
        title={`Sending to ${formatCount(people, 'person', 'people')} in a moment`}
        actions={<RecordActions resource={resource} row={{ id: Number(id), version: state }} />}
      >
        <span aria-hidden="true">
          {seconds > 0
            ? `${canTakeBack ? 'You have' : 'The sender has'} ${formatCount(seconds, 'second', 'seconds')} to cancel it.`
            : 'Sending starts now.'}
        </span>
      </Banner>
    );
  }
  if (state === 'sending') {
    return (
      <Banner title="It is being sent">
        Sent to {formatNumber(people - outcomes.waiting)} of {formatCount(people, 'person', 'people')} so far. You can
        leave this page.
      </Banner>
    );
  }
  return null;
}

/** Counts down from what the server last said. */
function useSecondsLeft(milliseconds: number): number {
  const [left, setLeft] = useState(milliseconds);
  const [known, setKnown] = useState(milliseconds);
  if (known !== milliseconds) {
    setKnown(milliseconds);
    setLeft(milliseconds);
  }
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1000), Math.min(left, 1000));
    return () => clearTimeout(timer);
  }, [left]);
  return Math.max(0, Math.ceil(left / 1000));
}
