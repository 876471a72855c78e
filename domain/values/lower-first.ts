/** The first letter in lower case, unless it begins an abbreviation: "event", but "POS card". */
export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
