export function placeIds(first: string | undefined, second: string | undefined): number[] {
  return [...new Set([first, second].filter((id) => id !== undefined).map(Number))];
}

export function placesName(places: readonly { displayName: string }[]): string {
  return places.map(({ displayName }) => displayName).join(' and ');
}
