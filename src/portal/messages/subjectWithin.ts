/** A subject below the title that it begins with: "Poster #12", "Poster #12: Quoted" -> "Quoted". */
export function subjectWithin(title: string, subject: string): string {
  return subject.startsWith(`${title}: `) ? subject.slice(title.length + 2) : subject;
}
