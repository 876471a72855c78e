import { useEffect, useRef, useState } from 'react';
import { controlAt, goTo } from '../../../../forms/places.ts';
import type { PublishFault } from './publishFaults.ts';

interface FocusTarget {
  part: string | null;
  find: () => HTMLElement | null;
}

/** Moves the focus when a section is shown: to the requested element or, back in the list, to the row it was left from. */
export function useSectionFocus(part: string | null) {
  const [wanted, setWanted] = useState<FocusTarget | null>(null);
  const reached = useRef<FocusTarget | null>(null);
  const left = useRef(part);
  useEffect(() => {
    const isBack = part === null && left.current !== null;
    if (wanted !== reached.current && wanted?.part === part) {
      reached.current = wanted;
      goTo(wanted.find());
    } else if (isBack) goTo(rowOf(left.current));
    left.current = part;
  }, [wanted, part]);
  return {
    /** The input at fault. */
    toFault: ({ part: faulty, place }: PublishFault) => setWanted({ part: faulty, find: () => faultyInput(place) }),
    /** The row of a card, once the section `shown` is there. */
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
