export interface RelatedTotal {
  resource: string;
  field: string;
  total: number;
}

export interface DuplicatePlan {
  copied: RelatedTotal[];
  /** Deleted with the record, so a part of it, but not copied. */
  left: RelatedTotal[];
  /** Fields whose values belong to the one record, such as files. */
  leftFields: string[];
  /** Fields whose values must be unique, so that the duplicate needs others. */
  uniqueFields: string[];
}
