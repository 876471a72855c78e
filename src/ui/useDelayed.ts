import { useEffect, useState } from 'react';

/** False at first, true once the component has stood for `milliseconds`: quick answers show no placeholder. */
export function useDelayed(milliseconds: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver;
}
