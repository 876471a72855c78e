/** Stands in the place of the name of somebody whose account was made anonymous. */
export const ANONYMISED_PERSON = 'Anonymised person';

/** Of one further word that is to go. */
export const SHORTEST_WORD = 4;
export const LONGEST_WORD = 200;
export const MOST_WORDS = 20;
