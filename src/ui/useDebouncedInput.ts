import { useEffect, useRef, useState } from 'react';

/** Debounce of a search input in milliseconds. */
const TYPING_PAUSE = 300;

export interface DebouncedInput {
  typed: string;
  setTyped: (typed: string) => void;
  report: () => void;
}

/**
 * The text of an input whose value is kept elsewhere (in the address) and reported trimmed and debounced. Changes from outside (cleared,
 * navigated back) replace what is typed; the echo of a report does not, so nothing typed since is lost.
 */
export function useDebouncedInput(value: string, onReport: (text: string) => void): DebouncedInput {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [reported, setReported] = useState<string | null>(null);
  const latest = useRef(onReport);
  useEffect(() => {
    latest.current = onReport;
  });
  if (known !== value) {
    setKnown(value);
    setReported(null);
    if (value !== reported) setTyped(value);
  }
  const text = typed.trim();
  const report = () => {
    setReported(text);
    latest.current(text);
  };
  const latestReport = useRef(report);
  useEffect(() => {
    latestReport.current = report;
  });
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => latestReport.current(), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text, value]);
  return { typed, setTyped, report };
}
