/** Words in comparable form, with the number of texts that have them. */
export type Vocabulary = ReadonlyMap<string, number>;

/** How many errors a word of this length may have. */
function mostErrors(length: number): number {
  return length < 4 ? 0 : length < 6 ? 1 : 2;
}

/**
 * The word of the vocabulary that was probably meant: with the fewest errors (a letter more, less, another, or two swapped), whole
 * rather than begun, and then the most frequent. Several errors are only corrected behind the right first letter. Two words written as
 * one are taken apart. Null when nothing is near.
 */
export function nearestWord(word: string, vocabulary: Vocabulary): string | null {
  const most = mostErrors(word.length);
  if (most === 0 || /\d/.test(word)) return null;
  let best: string | null = null;
  let bestRank = Infinity;
  let bestCount = 0;
  const letters = letterBits(word);
  for (const [known, count] of vocabulary) {
    if (known.length < 3 || known.length < word.length - most || bits(letters & ~letterBits(known)) > most) continue;
    const rank = correctionRank(word, known, most);
    if (rank > bestRank || (rank === bestRank && count <= bestCount)) continue;
    if (rank === Infinity) continue;
    [best, bestRank, bestCount] = [known, rank, count];
  }
  // One error is likelier than a space that is missing.
  return bestRank < WITHIN_TWO ? best : (parted(word, vocabulary) ?? best);
}

const WITHIN_TWO = 4;

/** Twice the number of errors, and one more for a word that is only begun. */
function correctionRank(word: string, known: string, most: number): number {
  if (known.length <= word.length + most) {
    const errors = distance(word, known, most);
    if (isAllowed(errors, word, known, most)) return errors * 2;
  }
  // A beginning of three letters begins too many words.
  if (word.length < 5) return Infinity;
  let fewest = Infinity;
  for (let length = word.length - 1; length <= Math.min(word.length + 1, known.length - 1); length += 1)
    fewest = Math.min(fewest, distance(word, known.slice(0, length), 1));
  return isAllowed(fewest, word, known, 1) ? fewest * 2 + 1 : Infinity;
}

function isAllowed(errors: number, word: string, known: string, most: number): boolean {
  return errors <= most && (errors < 2 || word.startsWith(known.charAt(0)));
}

/** The letters of a word as a set of bits; different letters may share one. */
function letterBits(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

const SHORTEST_PART = 3;

function parted(word: string, vocabulary: Vocabulary): string | null {
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1)
    if (vocabulary.has(word.slice(0, at)) && vocabulary.has(word.slice(at)))
      return `${word.slice(0, at)} ${word.slice(at)}`;
  return null;
}

/** The number of errors between two words (optimal string alignment); Infinity above `most`. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Infinity;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let errors = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        errors = Math.min(errors, (before[column - 2] ?? 0) + 1);
      line.push(errors);
      if (errors < least) least = errors;
    }
    if (least > most) return Infinity;
    before = last;
    last = line;
  }
  const errors = last[other.length] ?? Infinity;
  return errors > most ? Infinity : errors;
}
