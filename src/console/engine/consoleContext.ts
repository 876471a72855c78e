import { createContext, useContext } from 'react';
import type { ClientResource, ShellModel } from '../../../domain/declarations/client-model.ts';

export interface ConsoleValue {
  model: ShellModel;
  resources: readonly ClientResource[];
  /** The campus's zone: instants are shown and entered in it. */
  zone: string;
  resourceNamed: (name: string) => ClientResource | undefined;
}

export const ConsoleContext = createContext<ConsoleValue | null>(null);

export function useConsole(): ConsoleValue {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error('useConsole is used outside the console');
  return value;
}

/** "Event" of Events. */
export function singularOf(resource: ClientResource): string {
  return resource.formSchema.create.title;
}

/** The singular inside a sentence: "New event", but "New POS card". */
export function singularInside(resource: ClientResource): string {
  return lowerFirst(singularOf(resource));
}

export function pluralInside(resource: ClientResource): string {
  return resource.config.plural ?? lowerFirst(resource.config.label);
}

/** A title within a sentence. */
export function lowerFirst(words: string): string {
  return /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
