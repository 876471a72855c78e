import { createContext, use } from 'react';
import type { ShellModel } from '../../domain/model.ts';

export const ModelContext = createContext<ShellModel | null>(null);

/** What every page needs of the declarations. Only below the shell, where it is there. */
export function useModel(): ShellModel {
  const model = use(ModelContext);
  if (model === null) throw new Error('useModel is used outside the shell');
  return model;
}
