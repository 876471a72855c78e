export const BLOCK_KINDS = ['closed', 'private', 'maintenance', 'hold'] as const;
/** closed and maintenance close the place; private reserves it; hold is tentative and for staff only. */
export type BlockKind = (typeof BLOCK_KINDS)[number];

export const CLOSING_KINDS = ['closed', 'maintenance'] as const satisfies readonly BlockKind[];

/** The longest range of one answer, in days. */
export const MAX_CALENDAR_DAYS = 62;

/** The longest range of counts, in years. */
export const MAX_COUNTED_YEARS = 26;

/** Which occurrences of a series a change is about: this one, this and all later ones, or all. */
export const OCCURRENCE_SCOPES = ['one', 'following', 'all'] as const;
export type OccurrenceScope = (typeof OCCURRENCE_SCOPES)[number];
