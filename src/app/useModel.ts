import { createContext, use } from 'react';
import type { ShellModel } from '../../domain/declarations/client-model.ts';

export const ModelContext = createContext<ShellModel | null>(null);

/** The declarations that every page needs. Only valid below the shell, which renders once they have loaded. */
export function useModel(): ShellModel {
  const model = use(ModelContext);
  if (model === null) throw new Error('useModel is used outside the shell');
  return model;
}
