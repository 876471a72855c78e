import { useState } from 'react';
import { ApiError } from '../../app/ApiError.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { confirmModal } from '../../app/dialogs/modalQueue.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useDebouncedInput } from '../../ui/useDebouncedInput.ts';
import styles from './Door.module.css';
import { useDoorPeople } from './marks/doorQueries.ts';

export interface LinkCardProps {
  card: string;
  onClose: () => void;
  onLinked: () => void;
}

/** Says once whose card it is; from then on it checks its owner in. */
export function LinkCard({ card, onClose, onLinked }: LinkCardProps) {
  const [q, setQ] = useState('');
  const { typed, setTyped } = useDebouncedInput(q, setQ);
  const { data, error } = useDoorPeople(q);
  const { run, isRunning, refusal } = useCommand(async (id: number, name: string) => {
    try {
      await callApi('PUT /api/events/door/people/:id/card', { params: { id }, body: { text: card } });
    } catch (refused) {
      if (!(refused instanceof ApiError && refused.problem.code === 'events.has-card')) throw refused;
      const isSure = await confirmModal({
        header: `Replace the card of ${name}?`,
        message: `${name} already has a card. It will stop working, and ${name} is notified.`,
        confirmButtonText: 'Replace card',
        isDangerous: true,
      });
      if (!isSure) return;
      await callApi('PUT /api/events/door/people/:id/card', { params: { id }, body: { text: card, replaces: true } });
    }
    showToast(`The card is linked to ${name}`);
    onLinked();
  });
  const fault = refusal ?? error;
  return (
    <Dialog title="Whose card is it?" width={520} onClose={onClose} closeButton>
      <div className={styles.add}>
        {fault !== null && <Banner tone="error">{fault.message}</Banner>}
        <TextField
          type="search"
          label="Name, username or email"
          help="Check the card first. It will check this person in from now on. The card number is not stored."
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <ul>
          {data?.people.map(({ id, name, username }) => (
            <li key={id} className={styles.person}>
              <span className={styles.who}>
                <span className={styles.name}>{name}</span>
                <span className={styles.facts}>{username}</span>
              </span>
              <Button
                size="small"
                icon="credit-card"
                busy={isRunning}
                aria-label={`Link: ${name}`}
                onClick={() => void run(id, name)}
              >
                Link
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
