/**
 * react-admin's `meta` of every read of one whole record. Rows of lists lie in the same cache without their long
 * fields; the meta keeps them from being taken for the record itself.
 */
export const WHOLE = { whole: true } as const;

/** The same, also of a record that is deleted: for those who may restore it. */
export const WHOLE_OR_DELETED = { ...WHOLE, deleted: true } as const;
