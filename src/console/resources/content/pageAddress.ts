/** "Open hours" is open-hours, as the server makes it: a name for the page's address. */
export function nameFor(title: string): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 74).replace(/-+$/, '');
}
