export interface Problem {
  /** about:blank#{code} */
  type: string;
  /** A short summary of the kind of problem. */
  title: string;
  status: number;
  /** Unique and stable: "resource.unknown-field". */
  code: string;
  /** An explanation for the user: what happened and what to do. */
  detail: string;
  /** Messages by field name, as react-admin and SchemaForm display them; `root.serverError` for the form as a whole. */
  errors?: Record<string, unknown>;
  /** 412: the current row; 308: the part of it that names its location. */
  current?: Record<string, unknown>;
}
