/** Records that refer to another one by a field. */
export interface RelatedTotal {
  resource: string;
  field: string;
  total: number;
}

/** GET /api/{resource}/{id}/duplicate: what a duplicate of the record takes over beside the values of its form. */
export interface DuplicatePlan {
  /** Copied with it. */
  copied: RelatedTotal[];
  /** Deleted with the record, so a part of it, but not copied. */
  left: RelatedTotal[];
  /** Fields whose values belong to the one record, such as files. */
  leftFields: string[];
  /** Fields whose values must be unique, so that the duplicate needs others. */
  uniqueFields: string[];
}

/** POST /api/{resource}/{id}/duplicate with the values of the new record: as POST /api/{resource}, and copies what `copied` lists. */
