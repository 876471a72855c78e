import { useEffect, useRef, useState } from 'react';
import { controlAt, goTo } from '../../../../forms/shared/places.ts';
import type { PublishFault } from './publishFaults.ts';

interface FocusTarget {
  section: string | null;
  find: () => HTMLElement | null;
}

/** Moves the focus when a section is shown: to the requested element or, back in the list, to the row it was left from. */
export function useSectionFocus(section: string | null) {
  const [wanted, setWanted] = useState<FocusTarget | null>(null);
  const reached = useRef<FocusTarget | null>(null);
  const left = useRef(section);
  useEffect(() => {
    const isBack = section === null && left.current !== null;
    if (wanted !== reached.current && wanted?.section === section) {
      reached.current = wanted;
      goTo(wanted.find());
    } else if (isBack) goTo(rowOf(left.current));
    left.current = section;
  }, [wanted, section]);
  return {
    /** Focuses the faulty input. */
    toFault: ({ section: faulty, place }: PublishFault) =>
      setWanted({ section: faulty, find: () => faultyInput(place) }),
    /** Focuses the row of a card, once the section `shown` is rendered. */
    toRow: (row: string, shown: string | null) => setWanted({ section: shown, find: () => rowOf(row) }),
  };
}

function faultyInput(place: string): HTMLElement | null {
  const input = controlAt(place, (id) =>
    document.querySelector<HTMLElement>(`[data-section-form] [id$="_${CSS.escape(id)}"]`),
  );
  return input ?? document.querySelector<HTMLElement>('[data-section-form] h2');
}

function rowOf(key: string | null): HTMLElement | null {
  return key === null ? null : document.querySelector<HTMLElement>(`[data-section="${CSS.escape(key)}"]`);
}
