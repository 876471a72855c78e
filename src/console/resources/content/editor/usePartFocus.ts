import { useEffect, useRef, useState } from 'react';
import { controlAt, goTo } from '../../../../forms/places.ts';
import type { PublishFault } from './publishFaults.ts';

interface Wanted {
  part: string | null;
  find: () => HTMLElement | null;
}

/** Where the focus goes once a part is shown: to what was asked for; and in the list, to where it was left. */
export function usePartFocus(part: string | null) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const met = useRef<Wanted | null>(null);
  const left = useRef(part);
  useEffect(() => {
    const isBack = part === null && left.current !== null;
    if (wanted !== met.current && wanted?.part === part) {
      met.current = wanted;
      goTo(wanted.find());
    } else if (isBack) goTo(rowOf(left.current));
    left.current = part;
  }, [wanted, part]);
  return {
    /** The input that is wrong. */
    toFault: ({ part: faulty, place }: PublishFault) => setWanted({ part: faulty, find: () => faultyInput(place) }),
    /** The row of a card, once this part is shown. */
    toRow: (row: string, shown: string | null) => setWanted({ part: shown, find: () => rowOf(row) }),
  };
}

function faultyInput(place: string): HTMLElement | null {
  const input = controlAt(place, (id) =>
    document.querySelector<HTMLElement>(`[data-part-form] [id$="_${CSS.escape(id)}"]`),
  );
  return input ?? document.querySelector<HTMLElement>('[data-part-form] h2');
}

function rowOf(key: string | null): HTMLElement | null {
  return key === null ? null : document.querySelector<HTMLElement>(`[data-part="${CSS.escape(key)}"]`);
}
