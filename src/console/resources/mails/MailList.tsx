import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  DEAD_LETTERS,
  MAIL_STATES,
  MOST_COUNTED_MAILS,
  mailActionOf,
  type MailAction,
  type MailOverview,
  type MailOutage,
  type MailState,
} from '../../../../domain/messages/mails.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { useResource } from '../../../app/useResources.ts';
import { listPath } from '../../engine/paths.ts';
import type { SpecialPageProps } from '../../engine/specialPages.ts';
import bar from '../../list/BulkBar.module.css';
import type { Filter } from '../../list/filterModel.ts';
import { ListPage } from '../../list/ListPage.tsx';
import type { ListRow, Selection } from '../../list/listSlots.ts';
import { Instant } from '../../values/FieldValue.tsx';
import { formatNumber } from '../../values/formats.ts';
import { MailQuestion, type QuestionedMail } from './MailQuestion.tsx';
import { REFRESH_MS, useCategoryLabel, useMailOverview } from './mailCalls.ts';
import styles from './mails.module.css';

/** Mails that one question concerns. */
const MOST_AT_ONCE = 1000;

/** /admin/mails: the outbox, what is in which state, and what is sent again. */
export function MailList({ resource }: SpecialPageProps) {
  const overview = useMailOverview().data;
  const addresses = useResource('suppressedAddresses');
  const categoryLabel = useCategoryLabel();
  return (
    <ListPage
      resource={resource}
      actions={
        addresses?.can.list && (
          <ButtonLink icon="ban" to={listPath(addresses)}>
            Suppressed addresses
          </ButtonLink>
        )
      }
      slots={{
        lead: 'Every mail that the portal has written: what waits, what was sent, and what did not arrive.',
        above: overview && <Overview resource={resource} overview={overview} />,
        pinned: ['state', 'createdAt'],
        switches: overview && <CategoryChoice overview={overview} />,
        cells: { category: (row) => categoryLabel(row['category']) },
        rowPath: (row) => `${listPath(resource)}/${row.id}/show`,
        ...(overview?.mayAct ? { bulkActions: (selection) => <BulkActions {...selection} /> } : {}),
        refreshEvery: REFRESH_MS,
        emptyState: (
          <EmptyState icon="mail" title="No mail yet">
            What the portal writes to people will be listed here.
          </EmptyState>
        ),
      }}
    />
  );
}

interface OverviewProps {
  resource: ClientResource;
  overview: MailOverview;
}

function Overview({ resource, overview: { counts, isSending, standstill, mayAct } }: OverviewProps) {
  const dead = DEAD_LETTERS.reduce((sum, state) => sum + counts[state], 0);
  return (
    <>
      {!isSending && (
        <Banner tone="warning" role="none" title="Nothing is sent">
          No mail server is set (SMTP_URL). Every mail stays here, where it can be read.
        </Banner>
      )}
      {isSending && standstill?.answer != null && <Standstill {...standstill} answer={standstill.answer} />}
      {dead > 0 && (
        <Banner
          tone="error"
          role="none"
          title={dead === 1 ? 'One mail was given up' : `${countText(dead)} mails were given up`}
          actions={
            <>
              <ButtonLink size="small" to={addressFor(resource, { state: [...DEAD_LETTERS] })}>
                {dead === 1 ? 'Show it' : 'Show them'}
              </ButtonLink>
              {mayAct && dead > 1 && <SendAllAgain count={dead} />}
            </>
          }
        >
          {dead === 1
            ? 'Its server has refused it, or nobody knows whether it has arrived. It says why, and can be sent again.'
            : 'Their server has refused them, or nobody knows whether they have arrived. Each says why, and can be sent again.'}
        </Banner>
      )}
      <nav aria-label="Mails by state">
        <ul className={styles.counts}>
          {MAIL_STATES.map((state) => (
            <StateCount key={state} state={state} resource={resource} count={counts[state]} />
          ))}
        </ul>
      </nav>
    </>
  );
}

/** Asks before all mails that were given up are sent again, the oldest first. */
function SendAllAgain({ count }: { count: number }) {
  const provider = useDataProvider();
  const [mails, setMails] = useState<readonly QuestionedMail[] | null>(null);
  const { run, isRunning } = useCommand(
    async () => {
      const { data } = await provider.getList<ListRow>('mails', {
        filter: { state: [...DEAD_LETTERS] },
        pagination: { page: 1, perPage: MOST_AT_ONCE },
        sort: { field: 'id', order: 'ASC' },
      });
      setMails(data.length === 0 ? null : data.map(questioned));
    },
    () => showToast('The mails could not be loaded. Check your connection and try again.', { tone: 'error' }),
  );
  return (
    <>
      <Button size="small" icon="send" busy={isRunning} onClick={() => void run()}>
        {count > MOST_AT_ONCE ? `Send the first ${formatNumber(MOST_AT_ONCE)} again` : 'Send all again'}
      </Button>
      {mails && <MailQuestion action="send-again" mails={mails} onClose={() => setMails(null)} />}
    </>
  );
}

function questioned(row: ListRow): QuestionedMail {
  return { id: Number(row.id), state: MAIL_STATES.find((state) => state === row['state']) ?? 'sent' };
}

function Standstill({ since, nextAt, answer }: Omit<MailOutage, 'answer'> & { answer: string }) {
  return (
    <Banner tone="error" role="none" title="The mail server takes no mail">
      <p className={styles.answer}>
        Since <Instant instant={since} /> it says: {answer}
      </p>
      <p>
        All mails wait, and none loses an attempt. The server is asked again at <Instant instant={nextAt} />.
      </p>
    </Banner>
  );
}

function StateCount({ state, resource, count }: { state: MailState; resource: ClientResource; count: number }) {
  const option = resource.fields.find(({ name }) => name === 'state')?.options?.find(({ value }) => value === state);
  return (
    <li>
      <Link to={addressFor(resource, { state })} className={styles.count}>
        <span className={styles.number}>{countText(count)}</span>
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

/** Sets the filter of the address, beside what else it filters by. */
function CategoryChoice({ overview }: { overview: MailOverview }) {
  const [search, setSearch] = useSearchParams();
  const filter = filterIn(search);
  const choose = (category: string) =>
    setSearch((present) => {
      const { category: _category, ...rest } = filterIn(present);
      const next = new URLSearchParams(present);
      next.set('filter', JSON.stringify(category === '' ? rest : { ...rest, category }));
      next.set('page', '1');
      return next;
    });
  return (
    <SelectField
      label="Category"
      hideLabel
      className={styles.category}
      value={typeof filter['category'] === 'string' ? filter['category'] : ''}
      options={[
        { value: '', label: 'All categories' },
        ...overview.categories.map(({ key, label }) => ({ value: key, label })),
        { value: 'digest', label: 'Daily mail' },
      ]}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

function filterIn(search: URLSearchParams): Filter {
  try {
    return (JSON.parse(search.get('filter') ?? '{}') as Filter | null) ?? {};
  } catch {
    return {};
  }
}

function BulkActions({ rows, clear }: Selection) {
  const [asked, setAsked] = useState<MailAction | null>(null);
  const mails = rows.map(questioned);
  const forAction = (action: MailAction) => mails.filter(({ state }) => mailActionOf(state) === action);
  const [again, waiting] = [forAction('send-again'), forAction('cancel')];
  return (
    <div className={bar.bulk}>
      <span className={bar.bulkCount} role="status">
        {formatNumber(rows.length)} selected
      </span>
      <span className={bar.bulkActions}>
        {again.length > 0 && (
          <Button size="small" icon="send" onClick={() => setAsked('send-again')}>
            Send {formatNumber(again.length)} again
          </Button>
        )}
        {waiting.length > 0 && (
          <Button size="small" icon="ban" onClick={() => setAsked('cancel')}>
            Cancel {formatNumber(waiting.length)}
          </Button>
        )}
        {again.length + waiting.length === 0 && <span>Nothing to be done with these</span>}
        <Button size="small" variant="quiet" onClick={clear}>
          Clear selection
        </Button>
      </span>
      {asked && <MailQuestion action={asked} mails={forAction(asked)} onDone={clear} onClose={() => setAsked(null)} />}
    </div>
  );
}
