import type { ClientResource } from '../../domain/declarations/client-model.ts';

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

export function lowerFirst(words: string): string {
  return /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
