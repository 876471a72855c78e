// Which strings of the sources people read. The place of a string decides: `TEXT` places hold texts, `NEVER` places hold none. In other
// places a string is a text if it is written as a sentence or as a title (isProse), and no declaration has it as a value.

/** JSX attributes. */
export const TEXT_ATTRIBUTES = new Set(
  `action alt answer aria-description aria-label aria-roledescription aria-valuetext cancel caption confirm description done empty error
  failure heading help hint label lead legend message none note of placeholder question refusalTitle submit summary text title unit what
  words`.split(/\s+/),
);
export const NEVER_ATTRIBUTES = new Set(
  `accept as autoComplete className d data-action fill href icon id key kind name path points rel role sort src stroke style tabIndex target
  to tone transform type value variant viewBox xmlns`.split(/\s+/),
);

/** Properties of objects. */
export const TEXT_PROPERTIES = new Set(
  `advice alt aria-label aria-description cancelButtonText caption confirmButtonText description detail empty error explanation heading help
  hint label labels lead legend many meaning message note one other placeholder plural question reason says short singular steps subject
  summary text title tooltip unit words`.split(/\s+/),
);
/** Of these, a single word in small letters is a name in code. */
export const NAMING_PROPERTIES = new Set(['error', 'message', 'reason', 'text', 'unit']);
export const NEVER_PROPERTIES = new Set(
  `@context @type application_name actionTaken className code column columns content-type create cron exception hash headers id index info key keyframes kind location
  method order path queryKey read resource role roles scope sort sql status table tag to type url users value values`.split(
    /\s+/,
  ),
);

/** Functions: the arguments that hold texts, whatever their form. */
export const TEXT_ARGUMENTS: ReadonlyMap<string, readonly number[]> = new Map([['formatCount', [1, 2]]]);
/** Functions and classes whose arguments hold none: queries, keys, logs, faults of the program. */
export const NEVER_CALLS = new Set(
  `Error TypeError RangeError Set Map RegExp URL Date URLSearchParams Enum select selectFrom selectAll where whereRef innerJoin leftJoin
  innerJoinLateral leftJoinLateral rightJoin eb on onRef orderBy groupBy having returning updateTable deleteFrom insertInto from filterWhere
  val ref lit fn raw callApi callQuery callPath callPrivate readCall readRows replace replaceAll split match test startsWith endsWith
  includes indexOf lastIndexOf localeCompare querySelector querySelectorAll closest matches getAttribute setAttribute addEventListener
  removeEventListener dispatchEvent header headers getHeader setHeader removeHeader log warn info debug trace fatal run execute query
  takeLock tryLock holdsLock normalize hkdfSync createHash createHmac createCipheriv Sealed tokensFor index useState setTimeout formatMask toFormat
  fromFormat formatToParts createElement createElementNS getItem setItem removeItem import require has get delete startSpan setTag kill
  process emit once off reportError lazyComponent pick omit Literal Intl NumberFormat DateTimeFormat selectNoFrom distinctOn as count
  deferred metric within hasOwn assign env spawn exec execFile clearBy with addColumn dropColumn createIndex checks on fileText
  memoryOf semaphore page lookUp getContext lock close closeModal promptScope SignedTokens executeSql begin update
  setIsolationLevel setAccessMode`.split(/\s+/),
);
/** Variables that hold none. */
export const NEVER_VARIABLES =
  /^(STATEMENT|SQL|VARIABLES|RENAMED|INDEXES|STATE|SECRETS|FILE|FREQUENCIES|RULE_WEEKDAYS|ALGORITHMS|ENVIRONMENT|FIELD_TYPES|COST_TYPES|MESSAGE_KINDS|MEGA_MENU_VIEWS|STATUSES)$|^SELECT_|^\[mode, /;

/** Files without texts for people: what only a program reads, and messages of the start, which are for the operator's log. */
export const WITHOUT_TEXTS =
  /^(domain\/(generated|declarations\/screens)|server\/(schema|features\/demo|resources\/check-views|declarations\/(generate-types|time-zones|formats)|platform\/(postgres|embedded|tracing|database|off-loop|connection|misspelled|settings|revisions|file-lock))|src\/(pagePreloads|screenPreloads|screens))/;

/** Members of declarations that hold texts, by name; `x-labels` and the like hold one per value. */
export const TEXT_MEMBERS = new Set(
  `advice alt ask body button caption cancel confirm description done empty help hint label labels lead legend lede mandatoryNote many
  message note notes one plural question section short singular subject summary text title unit x-help x-labels x-message x-plural
  x-singular`.split(/\s+/),
);
/** Members below which nothing is a text: statements, examples, values. */
export const NEVER_MEMBERS = new Set(
  `$schema $comment calendar x-icons x-query x-tones x-sql default enum const pattern examples values rows path to`.split(/\s+/),
);

/** Written for programs: queries, styles, markup of the head, content types, policies, keys, masks. */
const CODE = new RegExp(
  [
    String.raw`^[a-z]+(-[a-z]+)* ?[({[:]`,
    String.raw`^[./#@]|^https?:`,
    String.raw`=["']?\{\}|=[A-Z]{2}|;\s*$|::|--`,
    String.raw`charset=|version=|prefers-|scheme|'self'|'none'|allow-scripts|\bauto\b|\bmax\(`,
    String.raw`^<(\?|link|script|style|base|urlset|!doctype html><)|^\(\(\)=>`,
    String.raw`\b(select|from|where|insert|update|is) (distinct|not null|into|\{\}|"|\()`,
    String.raw`^(\{\}|[\w.]+) as "?[\w{}]+"?$|^atrium \w+$|^[A-Z]+( [A-Z]+)*$|^(GET|PUT|POST|PATCH|DELETE|HEAD) /`,
    String.raw`^(double precision|character varying|set null|noopener noreferrer|light dark|li, td, th|dialog, input.*)$`,
    String.raw`^\w+ \w+[+?]$|^[HhMmsaDY:., ]+$|; (encrypted-media|sandbox)|^X-|^User-agent|^Basic |Accept-Encoding|Access-Control|ETag|^Origin$`,
  ].join('|'),
);
/** Types of questions, which no schema declares. */
const VALUES = new Set(['Boolean', 'Double', 'Integer', 'Select', 'String']);
/** As arguments of a call: comparisons of a query, types of questions. */
export const OPERANDS = new Set(['is not', 'not in', 'Cost']);
const MARKUP = /<[a-z/!][^<>]*>/g;
const WORDS = /[A-Za-z’'”]{2,}[,.:;]? [“"(]?[A-Za-z]{1,}/;
const AROUND = /\{\}[”"]?,? [“(]?[a-z]{2,}|[A-Za-z]{2,}[:,]? [“"(#]?\{\}/;
const TITLE = /^[A-Z][a-z’]+(…|\.)?$/;

/** Whether `text`, in which {} stands for each value, is written as a sentence or as a title. */
export function isProse(text: string, names: ReadonlySet<string>): boolean {
  if (CODE.test(text) || names.has(text) || VALUES.has(text)) return false;
  const read = text.replace(MARKUP, ' ').trim();
  return WORDS.test(read) || AROUND.test(read) || TITLE.test(read);
}
