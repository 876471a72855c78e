/** Replaces the name of an anonymized account. */
export const ANONYMISED_PERSON = 'Anonymized person';
