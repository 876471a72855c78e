/** An RFC 9457 problem as every refused call answers it (content type application/problem+json). */
export interface Problem {
  /** about:blank#{code} */
  type: string;
  /** A few words for the kind of problem. */
  title: string;
  status: number;
  /** Unique and stable, for programs: "resource.unknown-field". */
  code: string;
  /** A sentence for the person: what happened and what to do. */
  detail: string;
  /** Message by field name, as react-admin and SchemaForm show it; `root.serverError` for the form as a whole. */
  errors?: Record<string, unknown>;
  /** 412: the row as it is now; 308: what of it says where it is. */
  current?: Record<string, unknown>;
}
