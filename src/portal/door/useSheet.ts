import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useSearchParams } from 'react-router-dom';

/** In the address of a door that is opened to print its sign-in sheet. */
const SHEET_QUERY = 'sheet';

/** Prints the sign-in sheet, with or without what people answered at sign-up. */
export function useSheet() {
  const [hasAnswers, setHasAnswers] = useState(true);
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isWanted = query.has(SHEET_QUERY);
  useEffect(() => {
    if (!isWanted) return;
    void navigate('.', { replace: true });
    window.print();
  }, [isWanted, navigate]);
  const print = (withAnswers: boolean): void => {
    flushSync(() => setHasAnswers(withAnswers));
    window.print();
    setHasAnswers(true);
  };
  return { hasAnswers, print };
}
