import { useState } from 'react';
import { ApiError } from '../../app/ApiError.ts';
import { useDialogs } from '../../app/useDialogs.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useDebouncedInput } from '../../ui/useDebouncedInput.ts';
import styles from './Door.module.css';
import { linkCard, useDoorPeople } from './doorCalls.ts';

export interface LinkCardProps {
  /** What the reader has read. It is sent and forgotten. */
  card: string;
  onClose: () => void;
  /** The card is the person's now. */
  onLinked: () => void;
}

/** Says once whose card it is; from then on it checks its owner in. */
export function LinkCard({ card, onClose, onLinked }: LinkCardProps) {
  const [q, setQ] = useState('');
  const { typed, setTyped } = useDebouncedInput(q, setQ);
  const { data, error } = useDoorPeople(q);
  const { confirm } = useDialogs();
  const [fault, setFault] = useState<string | null>(null);
  const replace = async (id: number, name: string): Promise<void> => {
    const isSure = await confirm({
      header: `Replace the card of ${name}?`,
      message: `${name} has a card already. It stops working, and ${name} is notified.`,
      confirmButtonText: 'Replace card',
      isDangerous: true,
    });
    if (isSure) await link(id, name, true);
  };
  const link = async (id: number, name: string, replaces = false): Promise<void> => {
    setFault(null);
    try {
      await linkCard(id, { text: card, ...(replaces ? { replaces } : {}) });
      showToast(`The card is linked to ${name}`);
      onLinked();
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused;
      if (refused.problem.code === 'events.has-card') return replace(id, name);
      setFault(refused.message);
    }
  };
  const words = fault ?? error?.message ?? null;
  return (
    <Dialog title="Whose card is it?" width={520} onClose={onClose} closeButton>
      <div className={styles.add}>
        {words !== null && <Banner tone="error">{words}</Banner>}
        <TextField
          type="search"
          label="Name, username or email"
          help="Look at the card first: it checks this person in from now on. What the card says is not kept."
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
              <Button size="small" icon="credit-card" aria-label={`Link: ${name}`} onClick={() => void link(id, name)}>
                Link
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
