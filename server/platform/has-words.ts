/** Whether a reason says anything: signs that are not seen, and dots alone, do not. */
export function hasVisibleText(text: string | undefined): text is string {
  return text !== undefined && /[\p{L}\p{N}]/u.test(text);
}
