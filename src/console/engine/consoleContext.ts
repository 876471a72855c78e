import { createContext, useContext } from 'react';
import type { ClientResource, ShellModel } from '../../../domain/declarations/client-model.ts';

export interface ConsoleValue {
  model: ShellModel;
  resources: readonly ClientResource[];
  zone: string;
  resourceNamed: (name: string) => ClientResource | undefined;
}

export const ConsoleContext = createContext<ConsoleValue | null>(null);

export function useConsole(): ConsoleValue {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error('useConsole is used outside the console');
  return value;
}
