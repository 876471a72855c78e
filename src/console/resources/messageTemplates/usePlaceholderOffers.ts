import { useId, useState, type KeyboardEvent } from 'react';
import type { Placeholder } from '../../../../domain/messages/message-template.ts';

export interface Offer {
  name: string;
  title: string;
}

/** The beginning of a placeholder before the cursor: "na" of "Hello {na"; null: none. */
export function typedPlaceholder(before: string): string | null {
  return /\{([A-Za-z0-9]{0,60})$/.exec(before)?.[1] ?? null;
}

/** The placeholders that fit what is typed, to be chosen by arrow keys, Enter or Tab. Escape closes them until more is typed. */
export function usePlaceholderOffers(
  placeholders: Readonly<Record<string, Placeholder>>,
  typed: string | null,
  onChoose: (name: string) => void,
) {
  const id = useId();
  const [active, setActive] = useState(0);
  const [closed, setClosed] = useState<string | null>(null);
  const [known, setKnown] = useState(typed);
  if (known !== typed) {
    setKnown(typed);
    setActive(0);
    if (typed === null) setClosed(null);
  }
  const isOpen = typed !== null && typed !== closed;
  const offers: Offer[] = isOpen
    ? Object.entries(placeholders)
        .filter(([name]) => name.toLowerCase().startsWith(typed.toLowerCase()))
        .map(([name, { title }]) => ({ name, title }))
    : [];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (offers.length === 0 || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = offers[active];
    if (step !== undefined) setActive((active + step + offers.length) % offers.length);
    else if (event.key === 'Escape') setClosed(typed);
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) onChoose(chosen.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { id, offers, active, onKeyDown, onChoose };
}

export type PlaceholderOffers = ReturnType<typeof usePlaceholderOffers>;
