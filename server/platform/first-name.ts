/** The first word of a name; of "Byron, Ada" the first after the comma. */
export function firstName(name: string): string {
  return (
    name
      .replace(/^[^,]*,/, '')
      .trim()
      .split(/\s+/)[0] ?? ''
  );
}
