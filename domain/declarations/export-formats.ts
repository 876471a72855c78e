/** A file that a list can be exported as, besides CSV: for a finance office. */
export interface ExportFormat {
  name: string;
  label: string;
  /** Of the file. */
  extension: string;
  separator: string;
  /** Encloses each text; inside a text it is doubled. Empty: texts lose the separator instead. */
  quote: string;
  lineEnd: 'LF' | 'CRLF';
  decimal: '.' | ',';
  /** "yyyy-MM-dd" or "dd.MM.yyyy", of days and times in the time zone of the site. */
  dates: string;
  /** Lines with {date}, {count} and {total}. */
  header: string[];
  footer: string[];
  /** A money field: its sum is {total}. */
  total: string;
  columns: ExportColumn[];
}

export interface ExportColumn {
  /** Default: the same text in each line. */
  field?: string;
  text?: string;
  /** Of the field, as people read it: the text in the file. */
  map?: Record<string, string>;
  /** For what `map` does not have. Default: the value itself. */
  otherwise?: string;
}
