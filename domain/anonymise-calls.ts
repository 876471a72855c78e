/** Wire types of making an account anonymous. Who may is whoever may create `anonymisations`. */

/** Stands in the place of the name of somebody whose account was made anonymous. */
export const ANONYMISED_PERSON = 'Anonymised person';

/** Of one further word that is to go. */
export const SHORTEST_WORD = 4;
export const LONGEST_WORD = 200;
export const MOST_WORDS = 20;

/** GET /api/users/:id/anonymise: what is there now. */
export interface AnonymisePreview {
  /** Why it cannot be done to this account; null: it can. */
  refusal: string | null;
  requests: number;
  /** Of them: not finished yet. */
  openRequests: number;
}

/** POST /api/users/:id/anonymise -> 204. */
export interface Anonymise {
  /** As it stands in the account, for confirmation. */
  name: string;
  /** What else goes from every text: a student number, a telephone number. */
  words?: string[];
}
