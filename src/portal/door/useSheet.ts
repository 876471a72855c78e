import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router-dom';

/** In the address of a door that is opened to print its sign-in sheet. */
const SHEET_QUERY = 'sheet';

/** Prints the sign-in sheet, with or without what people answered at sign-up. */
export function useSheet() {
  const [hasAnswers, setHasAnswers] = useState(true);
  const [isPrinting, setIsPrinting] = useState(false);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isWanted = query.has(SHEET_QUERY);
  // Not the calendar's hook: what a door shares with public pages, all pages load.
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  useEffect(() => {
    if (!isWanted) return;
    void navigate('.', { replace: true });
    // Not within an effect, where React draws nothing.
    setTimeout(() => window.print());
  }, [isWanted, navigate]);
  const print = (withAnswers: boolean): void => {
    flushSync(() => setHasAnswers(withAnswers));
    window.print();
    setHasAnswers(true);
  };
  return { hasAnswers, isPrinting, print };
}
