/** The title of the document: "Makeshop and Laser studio: calendar". */
export function calendarTitle(places: readonly { displayName: string }[]): string {
  return `${places.map(({ displayName }) => displayName).join(' and ')}: calendar`;
}
