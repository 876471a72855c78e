import { useEffect, useEffectEvent, useState } from 'react';
import type { Option } from './formServices.ts';

/** Local options are filtered here; others are fetched. */
export type OptionSource = { list: readonly Option[] } | { search: (text: string) => Promise<Option[]> };

const DELAY = 200;

interface Found {
  text: string;
  attempt: number;
  options: Option[];
  failed: boolean;
}

/** Options for the typed text (null: closed). Searches are debounced; outdated responses are ignored. */
export function useOptions(source: OptionSource, typed: string | null) {
  const [found, setFound] = useState<Found | null>(null);
  const [attempt, setAttempt] = useState(0);
  const ask = useEffectEvent((text: string) => ('search' in source ? source.search(text) : Promise.resolve([])));
  const remote = 'search' in source;

  useEffect(() => {
    if (typed === null || !remote) return;
    let stale = false;
    const settle = (options: Option[], failed: boolean) => {
      if (!stale) setFound({ text: typed, attempt, options, failed });
    };
    const timer = setTimeout(
      () => {
        ask(typed).then(
          (options) => settle(options, false),
          () => settle([], true),
        );
      },
      typed === '' ? 0 : DELAY,
    );
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [typed, attempt, remote]);

  const retry = () => setAttempt((count) => count + 1);
  if ('list' in source)
    return { found: typed === null ? [] : matching(source.list, typed), state: 'ready' as const, retry };
  const current = found?.text === typed && found?.attempt === attempt;
  const state = !current ? ('loading' as const) : found?.failed ? ('failed' as const) : ('ready' as const);
  return { found: typed === null ? [] : (found?.options ?? []), state, retry };
}

/** Options whose label or hint contains every typed word. */
export function matching(options: readonly Option[], typed: string): Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter((option) => {
    const text = `${option.label} ${option.hint ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
