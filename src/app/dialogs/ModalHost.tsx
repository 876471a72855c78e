import { useEffect } from 'react';
import { useStore } from '../createStore.ts';
import { createLazyModule, useLazyModule, whenIdle } from '../lazyModule.ts';
import { modalStore } from './modalQueue.ts';
import { PromptHost } from './prompts.tsx';

const dialog = createLazyModule(() => import('./ModalDialog.tsx'));

/** Renders queued dialogs, whose code is loaded once the page is idle, and prompts. */
export function ModalHost() {
  const state = useStore(modalStore);
  const { module } = useLazyModule(dialog, state !== null);
  useEffect(() => whenIdle(dialog.load), []);
  return (
    <>
      {state !== null && module !== null && <module.ModalDialog state={state} />}
      <PromptHost />
    </>
  );
}
