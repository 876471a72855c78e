/** The `meta` of reads of one record: rows of lists lie in the same cache without their long fields. */
export const WHOLE = { whole: true } as const;

/** The same, also of a record that is deleted: for those who may restore it. */
export const WHOLE_OR_DELETED = { ...WHOLE, deleted: true } as const;
