import type { AuthProvider } from 'ra-core';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';

/** Rights as the model document has them. `action` may name a field: "read:percent". The shell logs in and out. */
export function authProviderFor(resourceNamed: (name: string) => ClientResource | undefined): AuthProvider {
  return {
    login: () => Promise.resolve(),
    logout: () => Promise.resolve(false),
    checkAuth: () => Promise.resolve(),
    checkError: () => Promise.resolve(),
    canAccess: ({ resource, action }) => Promise.resolve(isPermitted(resourceNamed(resource), action)),
  };
}

export function isPermitted(resource: ClientResource | undefined, action: string): boolean {
  if (!resource) return false;
  const [verb = '', name] = action.split(':');
  const field = name === undefined ? undefined : resource.fields.find((one) => one.name === name);
  switch (verb) {
    case 'list':
    case 'show':
      return resource.can.list;
    case 'create':
      return resource.can.create;
    case 'edit':
    case 'update':
      return resource.can.update;
    case 'delete':
      return resource.can.delete;
    case 'export':
      return resource.can.export;
    case 'history':
      return resource.can.history;
    case 'read':
      return field !== undefined;
    case 'write':
      return field !== undefined && !field.readOnly;
    default:
      return false;
  }
}
