import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Delivery } from '../../../../domain/messages/messages.ts';
import { showToast } from '../../../ui/toasts.ts';
import type { ChoiceCalls } from './messageChoices.ts';

export const DELIVERY_LABELS: Readonly<Record<Delivery, string>> = {
  mail: 'Email right away',
  digest: 'Daily digest',
  portal: 'In the portal only',
  none: 'Nothing',
};

interface Choice {
  key: string;
  label: string;
  from: Delivery;
  to: Delivery;
}

/** Choices that are being saved, one after the other so that the last one made is the one that holds. */
export function useChoices({ queryKey, save: saveChoice }: ChoiceCalls) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Readonly<Record<string, Delivery>>>({});
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  const queue = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef<Record<string, number>>({});

  const save = async ({ key, label, from, to }: Choice, isUndo: boolean): Promise<void> => {
    try {
      const answer = await saveChoice({ category: key, delivery: to });
      client.setQueryData(queryKey, answer);
      if (!isUndo) {
        showToast(`${label}: ${DELIVERY_LABELS[to]}.`, {
          action: { label: 'Undo', onSelect: () => choose({ key, label, from: to, to: from }, true) },
        });
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      setFailures((all) => ({ ...all, [key]: `Not saved. ${reason}` }));
    }
    // A later choice stays shown until it is answered itself.
    waiting.current[key] = (waiting.current[key] ?? 1) - 1;
    if (waiting.current[key] === 0) setChosen(({ [key]: _, ...others }) => others);
  };

  const choose = (choice: Choice, isUndo = false): void => {
    const { key, to } = choice;
    setChosen((all) => ({ ...all, [key]: to }));
    setFailures(({ [key]: _, ...others }) => others);
    waiting.current[key] = (waiting.current[key] ?? 0) + 1;
    queue.current = queue.current.then(() => save(choice, isUndo));
  };

  return { chosen, failures, choose: (choice: Choice) => choose(choice) };
}
