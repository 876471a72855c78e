// A made-up language in which English stays readable: [Ŝéššîôñ]. Tests find texts that nothing translates.
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'AĀBƁCĆDĐEĒGĜIĪLŁNŃOŌRŘSŜTŤUŪYŶZŽaācćdđeēgĝiīlłnńoōrřsštťuūyŷzž'.matchAll(/(.)(.)/gu)].map(([, from, to]) => [
    from,
    to,
  ]),
);

/** Leaves values, elements, entities, placeholders of messages, and markup as they are. */
export function pseudoText(text: string): string {
  const parts = text.split(/(\{\{[^}]*\}\}|\{[^{}]*\}|<[^<>]*>|&\w+;|https?:\S+)/);
  return `[${parts.map((part, index) => (index % 2 === 1 ? part : part.replace(/[A-Za-z]/g, (letter) => LETTERS[letter] ?? letter))).join('')}]`;
}
