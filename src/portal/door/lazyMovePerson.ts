import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Moving needs a connection, so that the code need not be there without one. */
export const MovePerson = lazyComponent(async () => (await import('./MovePerson.tsx')).MovePerson);
