/** A reader that types as a keyboard ("wedge"), in the ways that readers on the market do. */
export interface Wedge {
  /** Milliseconds between two keys. */
  speed: number;
  /** Keys after the text: Enter, Tab or none. */
  suffix: readonly string[];
  /** The text of one swipe. */
  write: (card: string) => string;
}

export const WEDGES: Readonly<Record<string, Wedge>> = {
  'plain number, Enter': { speed: 4, suffix: ['Enter'], write: (card) => card },
  'track 2 with sentinels, Enter': { speed: 12, suffix: ['Enter'], write: (card) => `;${card}=25121010000?` },
  'tracks 1 and 2, slow, without an end': {
    ...{ speed: 45, suffix: [] },
    write: (card) => `%B${card}^BYRON/ADA^2512101?;${card}=2512101?`,
  },
  'plain number without an end': { speed: 8, suffix: [], write: (card) => card },
  'track 3, ended by Tab': { speed: 2, suffix: ['Tab'], write: (card) => `+${card}=01?` },
};

export const wedgeKeys = (wedge: Wedge, card: string): string[] => [...wedge.write(card), ...wedge.suffix];
