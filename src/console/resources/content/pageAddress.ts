/** The page name derived from a title, as on the server: "Open hours" becomes open-hours. */
export function nameFor(title: string): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 74).replace(/-+$/, '');
}
