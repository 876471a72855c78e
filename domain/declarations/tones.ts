/** The tones that values of an enumeration may have (x-tones). */
export const TONES = ['blue', 'darkBlue', 'green', 'red', 'orange', 'grey', 'yellow'] as const;
export type Tone = (typeof TONES)[number];
