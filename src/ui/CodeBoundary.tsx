import { Suspense, useEffect, useReducer, type ReactNode } from 'react';
import { codeOnItsWay } from './lazyComponent.tsx';

interface CodeBoundaryProps {
  fallback?: ReactNode;
  children: ReactNode;
}

/** Suspense keeps a fallback for 300 ms, however soon the code is there; an update is rendered immediately. */
export function CodeBoundary({ fallback, children }: CodeBoundaryProps) {
  const [, update] = useReducer((count: number) => count + 1, 0);
  return <Suspense fallback={<Fallback onLoaded={update}>{fallback}</Fallback>}>{children}</Suspense>;
}

function Fallback({ onLoaded, children }: { onLoaded: () => void; children: ReactNode }) {
  useEffect(() => {
    void codeOnItsWay()?.then(onLoaded);
  }, [onLoaded]);
  return children;
}
