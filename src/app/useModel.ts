import { createContext, use } from 'react';
import type { ClientModel, ClientResource } from '../../domain/model.ts';

export const ModelContext = createContext<ClientModel | null>(null);

/** What the present caller may see of the declarations. Only below the shell, where it is there. */
export function useModel(): ClientModel {
  const model = use(ModelContext);
  if (model === null) throw new Error('useModel is used outside the shell');
  return model;
}

/** One resource by name; undefined when this caller may not see it. */
export function useResource(name: string): ClientResource | undefined {
  return useModel().resources.find((resource) => resource.name === name);
}
