import type { ClientResource } from '../../domain/declarations/client-model.ts';
import { lowerFirst } from '../../domain/values/lower-first.ts';

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
