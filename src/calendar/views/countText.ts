export function countText(count: number): string {
  return count === 0 ? 'no events' : count === 1 ? '1 event' : `${count} events`;
}
