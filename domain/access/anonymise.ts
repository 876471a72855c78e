/** Replaces the name of an anonymized account. */
export const ANONYMISED_PERSON = 'Anonymised person';

/** Of each further word to remove. */
export const SHORTEST_WORD = 4;
export const LONGEST_WORD = 200;
export const MOST_WORDS = 20;
