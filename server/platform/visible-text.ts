/** Whether a reason contains more than invisible characters and dots. */
export function hasVisibleText(text: string | undefined): text is string {
  return text !== undefined && /[\p{L}\p{N}]/u.test(text);
}
