import { useEffect, useId, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { createStore, useStore } from '../createStore.ts';

export type Prompt = <Answer>(render: (answer: (value: Answer | null) => void) => ReactNode) => Promise<Answer | null>;

interface OpenPrompt {
  id: number;
  host: string | undefined;
  dialog: ReactNode;
  cancel: () => void;
}

const openPrompts = createStore<readonly OpenPrompt[]>([]);
const innerHosts: string[] = [];
let nextId = 1;

/** Shows the dialog that `render` returns, above those that are open, until it is answered; null: closed without an answer. */
export const prompt: Prompt = (render) =>
  new Promise((resolve) => {
    const id = nextId++;
    const answer = (value: Parameters<typeof resolve>[0]) => {
      openPrompts.set(openPrompts.get().filter((one) => one.id !== id));
      resolve(value);
    };
    const dialog = render(answer);
    openPrompts.set([...openPrompts.get(), { id, host: innerHosts.at(-1), dialog, cancel: () => answer(null) }]);
  });

/** Draws prompts until the page is left: those of a page with providers of its own within these (`isInner`), others in the shell. */
export function PromptHost({ isInner = false }: { isInner?: boolean }) {
  const id = useId();
  const host = isInner ? id : undefined;
  const { pathname } = useLocation();
  useEffect(() => {
    if (host !== undefined) innerHosts.push(host);
    return () => {
      if (host !== undefined) innerHosts.splice(innerHosts.indexOf(host), 1);
      for (const one of openPrompts.get()) if (one.host === host) one.cancel();
    };
  }, [host, pathname]);
  return useStore(openPrompts)
    .filter((one) => one.host === host)
    .map((one) => (
      // Some load their code first.
      <CodeBoundary key={one.id}>{one.dialog}</CodeBoundary>
    ));
}
