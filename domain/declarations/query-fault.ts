/** A fault in a filter, sort, range or rule, in plain words; `subject` is the field, operator or parameter. */
export class QueryFault extends Error {
  readonly subject: string;
  constructor(subject: string, message: string) {
    super(message);
    this.subject = subject;
  }
}

/** The same message for an unknown field and for one that the caller may not read. */
export function unknownField(name: string): QueryFault {
  return new QueryFault(name, `There is no field "${name.slice(0, 100)}".`);
}
