import { useRef, useState, type KeyboardEvent } from 'react';
import { activeIndex, handleListKey, stepFrom, type Active } from './comboboxKeys.ts';
import type { Option } from './formServices.ts';
import { useOptions, type OptionSource } from './useOptions.ts';

export interface ComboboxState {
  selected: Option | null;
  source: OptionSource;
  onSelect: (option: Option | null) => void;
  /** Interprets typed text as a value where free text is allowed; `isWhole`: unambiguous, so it is offered first. Null: not a value. */
  own?: (text: string) => { option: Option; isWhole: boolean } | null;
}

/** What is typed into a combobox, and the options that its list offers for it. */
export function useCombobox({ selected, source, onSelect, own }: ComboboxState) {
  const box = useRef<HTMLInputElement>(null);
  const list = useOffered(source, own);
  const { open, setOpen, typed, setTyped, setActive, hide, close, words, typedValue, offered, found, current } = list;
  const show = (at: Active = null) => {
    // What is typed next replaces a choice; a free-text value is edited in place.
    if (typed === null && !own) box.current?.select();
    setOpen(true);
    setActive(at);
  };
  const choose = (option: Option) => {
    onSelect(option);
    close();
  };
  /** What was moved to, else what alone is called as it is typed, else the text itself where it may be a value. */
  const meantOption = () => found[current] ?? onlyNamed(offered, words) ?? typedValue?.option;
  const leave = () => {
    const meant = own && meantOption();
    if (meant) onSelect(meant);
    else if (own && typed !== null && words === '' && selected) onSelect(null);
    close();
  };
  const enter = () => {
    const meant = meantOption();
    if (meant) choose(meant);
    else if (words === '') close();
    else show();
  };
  const isUnchanged = typed === null || typed === (selected?.label ?? '');
  const clearActive = () => setActive(null);
  const moves = { show, hide, enter, clearActive, restore: () => setTyped(null) };
  const move = (step: 1 | -1) => {
    if (open && found.length > 0) setActive(stepFrom(current, step, found));
    else show(step === 1 ? 'first' : 'last');
  };
  const onKeyDown = (event: KeyboardEvent) =>
    handleListKey(event, { ...moves, move, open, isUnchanged, isEmpty: words === '' });
  const clear = () => {
    onSelect(null);
    close();
    box.current?.focus();
  };
  return { ...list, box, show, choose, leave, clear, onKeyDown };
}

/** The list for what is typed. `typed` is null while it is unchanged: the input shows what is selected. */
function useOffered(source: OptionSource, own: ComboboxState['own']) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState<Active>(null);
  const words = typed?.trim() ?? '';
  const { found: offered, state, retry } = useOptions(source, open ? (typed ?? '') : null);
  const typedValue = words === '' ? null : (own?.(words) ?? null);
  const found = open ? withOwn(offered, typedValue) : [];
  const current = activeIndex(active, found);
  const hide = () => {
    setOpen(false);
    setActive(null);
  };
  const close = () => {
    hide();
    setTyped(null);
  };
  const type = (text: string) => {
    setOpen(true);
    setActive(null);
    setTyped(text);
  };
  return {
    ...{ open, setOpen, typed, setTyped, setActive, hide, close, type },
    ...{ words, typedValue, offered, found, current, state, retry },
  };
}

/** The option whose label this is. Undefined if several have it. */
function onlyNamed(offered: readonly Option[], words: string): Option | undefined {
  const [named, ...others] = offered.filter(({ label }) => label.toLowerCase() === words.toLowerCase());
  return others.length === 0 ? named : undefined;
}

/** Unambiguous text precedes the results, otherwise it follows them. */
function withOwn(found: readonly Option[], own: { option: Option; isWhole: boolean } | null): readonly Option[] {
  if (!own || found.some((option) => option.value === own.option.value)) return found;
  return own.isWhole ? [own.option, ...found] : [...found, own.option];
}
