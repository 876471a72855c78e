import { formatNumber } from '../../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DEAD_LETTERS, MAIL_STATES, MOST_COUNTED_MAILS, type MailState } from '../../../../domain/messages/mails.ts';
import type { MailOverview, MailOutage } from '../../../../domain/calls/mails.ts';
import type { ClientAction } from '../../../../domain/declarations/actions.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { MAX_ROWS } from '../../../../domain/declarations/list-query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import type { Ids } from '../../../actions/startedAction.ts';
import { CommandDialog } from '../../../actions/CommandDialog.tsx';
import { listPath } from '../../engine/paths.ts';
import type { SpecialPageProps } from '../../frame/specialPages.ts';
import type { Filter } from '../../engine/filterModel.ts';
import { ListPage } from '../../list/ListPage.tsx';
import type { ListRow } from '../../list/listSlots.ts';
import { Instant } from '../../values/FieldValue.tsx';
import styles from './mails.module.css';

/** /admin/mails: the outbox, with what is in which state, and what is sent again. */
export function MailList({ resource }: SpecialPageProps) {
  const { data: overview } = useQuery({
    queryKey: ['mails', 'overview'],
    queryFn: ({ signal }) => callApi('GET /api/mails/overview', { signal }),
    staleTime: 0,
    refetchInterval: (resource.config.list.refreshSeconds ?? 0) * 1000,
    retry: false,
  });
  const slots = overview && {
    above: <Failures resource={resource} overview={overview} />,
    switches: (
      <>
        {!overview.isSending && <NothingIsSent />}
        <States resource={resource} overview={overview} />
      </>
    ),
  };
  return <ListPage resource={resource} slots={slots ?? {}} />;
}

interface OverviewProps {
  resource: ClientResource;
  overview: MailOverview;
}

function Failures({ resource, overview: { counts, isSending, outage } }: OverviewProps) {
  const sendAgain = resource.actions.find(({ name }) => name === 'sendAgain');
  const dead = DEAD_LETTERS.reduce((sum, state) => sum + counts[state], 0);
  return (
    <>
      {isSending && outage?.answer != null && <OutageNotice {...outage} answer={outage.answer} />}
      {dead > 0 && (
        <Banner
          tone="error"
          role="none"
          title={dead === 1 ? 'One email failed' : `${countText(dead)} emails failed`}
          actions={
            <>
              <ButtonLink size="small" to={addressFor(resource, { state: [...DEAD_LETTERS] })}>
                {dead === 1 ? 'Show it' : 'Show them'}
              </ButtonLink>
              {sendAgain && dead > 1 && <SendAllAgain resource={resource} action={sendAgain} count={dead} />}
            </>
          }
        >
          {dead === 1
            ? 'The recipient’s server refused it, or delivery is uncertain. Open it to see why and to resend it.'
            : 'The recipients’ servers refused them, or delivery is uncertain. Open each one to see why and to resend it.'}
        </Banner>
      )}
    </>
  );
}

function NothingIsSent() {
  return (
    <p className={styles.notSent}>
      <Chip tone="orange" icon="triangle-alert">
        No emails are sent<span className="phone-hidden">: no mail server is configured (SMTP_URL)</span>
      </Chip>
    </p>
  );
}

/** How many emails are in each state. */
function States({ resource, overview: { counts } }: OverviewProps) {
  return (
    <nav aria-label="Emails by status">
      <ul className={styles.counts}>
        {MAIL_STATES.filter((state) => counts[state] > 0).map((state) => (
          <StateCount key={state} state={state} resource={resource} count={counts[state]} />
        ))}
      </ul>
    </nav>
  );
}

interface SendAllAgainProps {
  resource: ClientResource;
  action: ClientAction;
  count: number;
}

/** Sends all refused and unknown mails again, the oldest first. */
function SendAllAgain({ resource, action, count }: SendAllAgainProps) {
  const provider = useDataProvider();
  const [ids, setIds] = useState<Ids | null>(null);
  const { run, isRunning } = useCommand(
    async () => {
      const { data } = await provider.getList<ListRow>(resource.name, {
        filter: { state: [...DEAD_LETTERS] },
        pagination: { page: 1, perPage: MAX_ROWS },
        sort: { field: 'id', order: 'ASC' },
      });
      setIds(data.length === 0 ? null : data.map(({ id }) => id));
    },
    () => showToast('The emails could not be loaded. Check your connection and try again.', { tone: 'error' }),
  );
  return (
    <>
      <Button size="small" icon="send" busy={isRunning} onClick={() => void run()}>
        {count > MAX_ROWS ? `Resend the first ${formatNumber(MAX_ROWS)}` : 'Resend all'}
      </Button>
      {ids && <CommandDialog resource={resource} action={action} ids={ids} onClose={() => setIds(null)} />}
    </>
  );
}

function OutageNotice({ since, nextAt, answer }: Omit<MailOutage, 'answer'> & { answer: string }) {
  return (
    <Banner tone="error" role="none" title="The mail server does not accept emails">
      <p className={styles.answer}>
        Its response since <Instant instant={since} />: {answer}
      </p>
      <p>
        Emails wait without using up an attempt. Next try: <Instant instant={nextAt} />.
      </p>
    </Banner>
  );
}

function StateCount({ state, resource, count }: { state: MailState; resource: ClientResource; count: number }) {
  const option = resource.fields.find(({ name }) => name === 'state')?.options?.find(({ value }) => value === state);
  return (
    <li>
      <Link to={addressFor(resource, { state })} className={styles.count}>
        <span>{countText(count)}</span>
        {option?.look ? <Chip {...option.look}>{option.label}</Chip> : state}
      </Link>
    </li>
  );
}

function countText(count: number): string {
  return count > MOST_COUNTED_MAILS ? `${formatNumber(MOST_COUNTED_MAILS)}+` : formatNumber(count);
}

function addressFor(resource: ClientResource, filter: Filter): string {
  return `${listPath(resource)}?${new URLSearchParams({ filter: JSON.stringify(filter), page: '1' })}`;
}
