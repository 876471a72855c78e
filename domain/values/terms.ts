/** A term of the academic year, by month and day ("08-24"), both included. One that ends before it starts ends in the next year. */
export interface Term {
  name: string;
  start: string;
  end: string;
}

/** The term that a day ("2026-03-01") lies in, with its days of that year; undefined between terms. */
export function termOn(day: string, terms: readonly Term[]): Term | undefined {
  return datedTerms(day, terms).find(({ start, end }) => start <= day && day <= end);
}

/** The term that a day lies in, or the first one after it; undefined without terms. */
export function termFrom(day: string, terms: readonly Term[]): Term | undefined {
  const nextYear = `${dateYear(Number(day.slice(0, 4)) + 1)}${day.slice(4)}`;
  return datedTerms(nextYear, terms)
    .filter(({ end }) => end >= day)
    .reduce<Term | undefined>((first, term) => (first && first.end < term.end ? first : term), undefined);
}

/** The last term that ends before a day, with its days of that year. */
export function termBefore(day: string, terms: readonly Term[]): Term | undefined {
  return datedTerms(day, terms)
    .filter(({ end }) => end < day)
    .reduce<Term | undefined>((latest, term) => (latest && latest.end > term.end ? latest : term), undefined);
}

/** The terms that begin in the year of a day or in one of the two years before it. */
function datedTerms(day: string, terms: readonly Term[]): Term[] {
  const year = Number(day.slice(0, 4));
  return terms.flatMap(({ name, start, end }) =>
    [year - 2, year - 1, year].map((from) => ({
      name,
      start: `${dateYear(from)}-${start}`,
      end: `${dateYear(end < start ? from + 1 : from)}-${end}`,
    })),
  );
}

/** Null for valid terms. Two terms must not share a day. */
export function termsFault(terms: readonly Term[]): string | null {
  for (const [index, term] of terms.entries()) {
    for (const day of [term.start, term.end])
      if (!isMonthDay(day)) return `"${day}" does not exist in every year. Enter a month and day, such as 08-17`;
    const other = terms
      .slice(0, index)
      .find(
        (one) => termOn(`2026-${term.start}`, [one]) !== undefined || termOn(`2026-${one.start}`, [term]) !== undefined,
      );
    if (other) return `"${term.name}" and "${other.name}" overlap`;
  }
  return null;
}

export function isMonthDay(text: string): boolean {
  const time = Date.parse(`2026-${text}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(5, 10) === text;
}

function dateYear(year: number): string {
  return String(year).padStart(4, '0');
}
