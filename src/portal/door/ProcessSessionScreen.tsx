import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { DoorList } from '../../../domain/door-calls.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { fullDay, timesText } from '../signup/sessionTexts.ts';
import { AddPerson } from './AddPerson.tsx';
import styles from './Door.module.css';
import { useDoorList } from './doorCalls.ts';
import { PHASES } from './doorWords.ts';
import { ToldCounts } from './ToldAtSignup.tsx';
import { TicketList } from './TicketList.tsx';

const BACK = { to: '/scheduling/process', label: 'Process event' };

/** /scheduling/processinstance/:id: who comes to a session. */
export function Screen() {
  const { id } = useParams();
  return <Session key={id} id={Number(id)} />;
}

function Session({ id }: { id: number }) {
  const { site } = useModel();
  const [isAdding, setIsAdding] = useState(false);
  const list = useDoorList(id);
  const { shown, isOutdated } = useLastAnswer(list);
  const retry = () => void list.refetch();
  if (shown === undefined)
    return (
      <Page title={list.error === null ? '' : 'Process event'} back={BACK}>
        {list.error === null ? (
          <Loading label="Loading the people of this session" lines={8} lineHeight={56} />
        ) : (
          <ErrorState title="The session could not be loaded" onRetry={retry}>
            {list.error.message}
          </ErrorState>
        )}
      </Page>
    );
  const { session } = shown;
  const { words, ...look } = PHASES[session.phase];
  return (
    <Page
      title={session.title}
      back={BACK}
      aside={<Chip {...look}>{words}</Chip>}
      lead={[`${fullDay(session.start)}, ${timesText(session, site.timezone)}`, session.place]
        .filter((part) => part !== '')
        .join('. ')}
      actions={
        <Button icon="user-plus" onClick={() => setIsAdding(true)}>
          Add a person
        </Button>
      }
    >
      {isOutdated && <OutdatedNotice title="No connection: marks cannot be made now" onRetry={retry} />}
      {isBeforeDoors(shown) && (
        <Banner tone="information">Who comes can be marked from an hour before it begins.</Banner>
      )}
      <Counts list={shown} />
      <ToldCounts list={shown} />
      <TicketList list={shown} />
      {isAdding && <AddPerson list={shown} onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function isBeforeDoors({ session: { phase }, tickets }: DoorList): boolean {
  const expected = tickets.filter(({ status }) => status === 'confirmed');
  return phase === 'ahead' && expected.length > 0 && !expected.some(({ may }) => may.includes('attended'));
}

function Counts({
  list: {
    session: { counts, taken, capacity },
  },
}: {
  list: DoorList;
}) {
  const facts = [
    ['Came', counts.came],
    ['Still expected', counts.expected],
    ['No-show', counts.noShow],
    ['Waiting', counts.waiting],
    ['Seats taken', `${taken} of ${capacity}`],
  ] as const;
  return (
    <dl className={styles.counts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.count}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
