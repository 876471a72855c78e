import { formatCount, formatMoney } from '../../../domain/values/formats.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AddedAtDoor, Deliberately, DoorList, DoorPeople } from '../../../domain/calls/door.ts';
import type { DoorAdd } from '../../../domain/sessions/door.ts';
import { callApi } from '../../app/callApi.ts';
import { ApiError } from '../../app/ApiError.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showUndoable } from '../../ui/showUndoable.ts';
import { showToast } from '../../ui/toasts.ts';
import { useDebouncedInput } from '../../ui/useDebouncedInput.ts';
import styles from './Door.module.css';
import { refreshDoor, runTicketAction, useDoorPeople } from './marks/doorQueries.ts';
import { ADDS, isFull, STATUSES } from './marks/doorTexts.ts';
import { FullStep } from './FullStep.tsx';
import { withReason } from './marks/overrideReason.tsx';
import { TermsStep } from './marks/TermsStep.tsx';

type Person = DoorPeople['people'][number];

type AddCall = (to: DoorAdd, how: Deliberately) => Promise<AddedAtDoor>;

interface PendingAdd {
  name: string;
  call: AddCall;
  /** Null: the session is full, and staff choose. */
  to: DoorAdd | null;
  how: Deliberately;
}

export interface AddPersonProps {
  list: DoorList;
  /** What was typed to find the person. */
  name: string;
  onAdded: () => void;
  onClose: () => void;
}

export function AddPerson(props: AddPersonProps) {
  const { list, onClose } = props;
  const { session, addRefusal } = list;
  const adding = useAdding(props);
  const { isRunning, refusal, pending, setPending, addPending } = adding;
  return (
    <Dialog title="Add a person" width={520} onClose={onClose} closeButton>
      <div className={styles.add}>
        {addRefusal !== null && <Banner tone="warning">{addRefusal}</Banner>}
        {refusal !== null && (
          <Banner tone="error" title="Not added">
            {refusal.message}
          </Banner>
        )}
        {pending === null && addRefusal === null && <Search {...props} adding={adding} />}
        {pending !== null && pending.to === null && (
          <FullStep
            list={list}
            name={pending.name}
            busy={isRunning}
            onChoose={(to) => addPending({ to })}
            onBack={() => setPending(null)}
          />
        )}
        {pending !== null && pending.to !== null && (
          <TermsStep
            sessionId={session.id}
            name={pending.name}
            busy={isRunning}
            onAgreed={(agreedTo) => addPending({ how: { agreedTo } })}
            onWithout={() => addPending({ how: { withoutTerms: true } })}
            onBack={() => setPending(null)}
          />
        )}
      </div>
    </Dialog>
  );
}

function Search({ list, name, adding }: AddPersonProps & { adding: ReturnType<typeof useAdding> }) {
  const { session, adds } = list;
  const { add, isRunning, setPending } = adding;
  const [q, setQ] = useState(name);
  const { typed, setTyped } = useDebouncedInput(q, setQ);
  const [chosen, setChosen] = useState<DoorAdd | null>(null);
  const people = useDoorPeople(q);
  const to = chosen !== null && adds.includes(chosen) ? chosen : adds[0];
  const help = helpOf(list, to);
  const start = (who: string, call: AddCall): void => {
    if (isFull(list)) setPending({ name: who, call, to: null, how: {} });
    else if (to !== undefined) void add({ name: who, call, to, how: {} });
  };
  const params = { instanceId: session.id };
  return (
    <>
      {adds.length > 1 && !isFull(list) && (
        <SelectField
          label="How"
          value={to ?? ''}
          options={adds.map((value) => ({ value, label: ADDS[value] }))}
          onChange={({ target }) => setChosen(adds.find((value) => value === target.value) ?? null)}
        />
      )}
      <TextField
        type="search"
        label="Name, username or email"
        {...(help === '' ? {} : { help })}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <FoundPeople
        people={people.data}
        q={q}
        error={people.error}
        isBusy={isRunning}
        onAdd={({ id, name: who }) =>
          start(who, (as, how) =>
            callApi('POST /api/events/door/:instanceId/tickets', { params, body: { userId: id, to: as, ...how } }),
          )
        }
      />
      <Guest
        typed={typed}
        isOpen={people.data?.people.length === 0}
        isBusy={isRunning}
        onAdd={(who, email) =>
          start(who, (as, how) =>
            callApi('POST /api/events/door/:instanceId/walk-ins', {
              params,
              body: { name: who, email, to: as, ...how },
            }),
          )
        }
      />
    </>
  );
}

function useAdding({ list, onAdded, onClose }: AddPersonProps) {
  const { session } = list;
  const client = useQueryClient();
  const [pending, setPending] = useState<PendingAdd | null>(null);
  const {
    run: add,
    isRunning,
    refusal,
  } = useCommand(async (one: PendingAdd & { to: DoorAdd }) => {
    const { name, call, to } = one;
    let { how } = one;
    try {
      const added = await withReason(`Add ${name} anyway`, (reason) => {
        how = { ...one.how, ...(reason === undefined ? {} : { reason }) };
        return call(to, how);
      });
      if (added === null) return;
      await announceAdded(client, list, name, added);
      onAdded();
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) void refreshDoor(client, session.id);
      if (error.problem.code !== 'events.terms') throw error;
      setPending({ ...one, how });
    }
  });
  const addPending = ({ to = pending?.to ?? null, how = {} }: Partial<Pick<PendingAdd, 'to' | 'how'>>) => {
    if (pending !== null && to !== null) void add({ ...pending, to, how: { ...pending.how, ...how } });
  };
  return { add, isRunning, refusal, pending, setPending, addPending };
}

function helpOf({ adds, feeCents, isSeries }: DoorList, to: DoorAdd | undefined): string {
  return [
    // More than one way is a choice of its own.
    adds.length === 1 && to !== undefined ? `${ADDS[to]}.` : '',
    isSeries ? 'For all remaining sessions of the series.' : '',
    feeCents > 0 ? `${formatMoney(feeCents)} to pay at the desk.` : '',
  ]
    .join(' ')
    .trim();
}

/** Announces the added person, with an undo for a new ticket. */
async function announceAdded(client: QueryClient, { session, tickets }: DoorList, name: string, added: AddedAtDoor) {
  const { status, isNew, ticketId } = added;
  await refreshDoor(client, session.id);
  const label = STATUSES[status].label.toLowerCase();
  // Waitlisted people are on the list already, and have left the queue.
  if (isNew && tickets.some((ticket) => ticket.id === ticketId)) showToast(`${name} has a seat`);
  else if (isNew)
    showUndoable(`${name} is added: ${label}`, async () => {
      await runTicketAction('remove', ticketId);
      await refreshDoor(client, session.id);
    });
  else showToast(`${name} is already on the list: ${label}`, { tone: 'warning' });
}

interface GuestProps {
  /** What was typed to find the person: their name, or their address. */
  typed: string;
  /** No account matches. */
  isOpen: boolean;
  isBusy: boolean;
  onAdd: (name: string, email: string) => void;
}

/** A person without an account; an account with this address later takes the ticket over. */
function Guest({ typed, isOpen, isBusy, onAdd }: GuestProps) {
  const [given, setGiven] = useState<{ name?: string; email?: string }>({});
  const isAddress = typed.includes('@');
  const { name = isAddress ? '' : typed, email = isAddress ? typed : '' } = given;
  return (
    <details className={styles.guest} open={isOpen}>
      <summary>Without an account</summary>
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault();
          onAdd(name.trim(), email.trim());
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={120}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setGiven({ ...given, name: target.value })}
        />
        <TextField
          type="email"
          label="Email"
          help="An account created later with this address gets this ticket."
          required
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={({ target }) => setGiven({ ...given, email: target.value })}
        />
        <div>
          <Button type="submit" icon="user-plus" busy={isBusy}>
            Add without an account
          </Button>
        </div>
      </form>
    </details>
  );
}

interface FoundPeopleProps {
  people: DoorPeople | undefined;
  q: string;
  error: Error | null;
  isBusy: boolean;
  onAdd: (person: Person) => void;
}

function FoundPeople({ people, q, error, isBusy, onAdd }: FoundPeopleProps) {
  return (
    <>
      <p role="status" className={styles.matches}>
        {q.length < 2 ? 'Enter at least two letters.' : people !== undefined && countText(people)}
      </p>
      {error !== null && people === undefined && <Banner tone="error">{error.message}</Banner>}
      <ul>
        {people?.people.map((person) => (
          <li key={person.id} className={styles.person}>
            <span className={styles.who}>
              <span className={styles.name}>{person.name}</span>
              <span className={styles.facts}>
                {[person.username, person.email].filter((part) => part !== null && part !== '').join(', ')}
              </span>
            </span>
            <Button
              size="small"
              icon="user-plus"
              busy={isBusy}
              aria-label={`Add: ${person.name}`}
              onClick={() => onAdd(person)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function countText({ people, hasMore }: DoorPeople): string {
  if (hasMore) return `First ${people.length} results. Type more to narrow them down.`;
  return people.length === 0 ? 'No active account matches.' : formatCount(people.length, 'person', 'people');
}
