import { useEffect } from 'react';
import { useStore } from '../createStore.ts';
import { createLazyModule, useLazyModule, whenIdle } from '../lazyModule.ts';
import { modalStore } from './modalQueue.ts';

const dialog = createLazyModule(() => import('./ModalDialog.tsx'));

/** The one place where queued dialogs appear. Their code comes when the page is there, long before anybody needs it. */
export function ModalHost() {
  const state = useStore(modalStore);
  const { module } = useLazyModule(dialog, state !== null);
  useEffect(() => whenIdle(dialog.load), []);
  return state === null || module === null ? null : <module.ModalDialog state={state} />;
}
