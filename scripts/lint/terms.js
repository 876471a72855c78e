/** Words of an own dialect, and the term of the field to use instead. */
const TERMS = {
  told: 'notified, or answers',
  untold: 'silent',
  tell: 'notify',
  tells: 'notice',
  whoever: 'the noun: the attendee',
  despite: 'override',
  anew: 'again',
  nobody: 'no one, or the noun',
  clash: 'conflict',
  clashes: 'conflicts',
  clashing: 'conflicting',
  gone: 'deleted',
  brought: 'delivered',
  kept: 'stored, or remaining',
  asked: 'requested, or the noun',
  standing: 'block',
  standstill: 'outage',
  enlisted: 'staged',
};
/** Phrases of the dialect in comments and in titles of tests, and what to write instead. */
const PHRASES = {
  whoever: 'the noun, or anyone who',
  whom: 'the noun, or an active clause',
  'of which': 'whose, or two clauses',
  anew: 'again',
  nobody: 'no one',
  'at once': 'immediately, together, or at the same time',
};
const PHRASE = new RegExp(`\\b(${Object.keys(PHRASES).join('|')})\\b`, 'i');
/** test('…'), test.each(…)('…') and the like. */
const isTest = ({ type, name, object, callee }) =>
  type === 'Identifier'
    ? ['test', 'it', 'describe'].includes(name)
    : Boolean(object ?? callee) && isTest(object ?? callee);
/** Names that once stood for several functions each. */
const AMBIGUOUS = new Set(
  `
    accessOf admittedOf agreedOf askOf asksOf bodyOf circleOf classesOf clientsOf
    codeOf codesOf endingOf entriesOf factsOf faultOf figureOf fillOf fragmentsOf
    faultsOf hashOf headerOf headersOf headingsOf holdersOf itemsOf keyOf lettersOf lineOf linksOf
    locationOf targetOf textOf textsOf
    lookForGroupsOf mapOf meaningOf messageOf missedOf momentOf namingOf nextOf
    noticeOf numberOf outcomeOf partsOf peopleOf personOf phaseOf placesOf queueOf
    readersOf refusalOf removedOf repeatedOf responsesOf resultOf rowsOf scoreOf
    serverOf sessionsOf setOf sinceOf snapshotOf spaceOf spanOf stemOf streamOf
    subjectsOf summaryOf termOf termsOf threadOf threadsOf tokensOf totalOf unitOf
    untilOf userIdOf usesOf verdictsOf visibleOf wayOf waysOf zoneOf
    columnOf contentOf formSchemaOf frameOf groupsOf headOf hourOf idOf inputsOf listOf messagesOf nameOf
    problemOf queryOf rankOf requestOf ruleOf rulesOf stateOf subjectOf timelineOf viewsOf
  `
    .trim()
    .split(/\s+/),
);
/** Columns of tables that no migration renames. */
const COLUMNS = new Set(['goneSince', 'goneReason']);
const NAMED = new Set([
  ...['VariableDeclarator', 'FunctionDeclaration', 'FunctionExpression', 'ClassDeclaration', 'MethodDefinition'],
  ...[
    'PropertyDefinition',
    'TSInterfaceDeclaration',
    'TSTypeAliasDeclaration',
    'TSPropertySignature',
    'TSMethodSignature',
  ],
  ...['ArrowFunctionExpression', 'AssignmentPattern', 'Property', 'RestElement', 'ArrayPattern'],
]);

function checkPhrase(context, text, at) {
  const [phrase] = PHRASE.exec(text) ?? [];
  if (phrase === undefined) return;
  context.report({ ...at, messageId: 'phrase', data: { phrase, instead: PHRASES[phrase.toLowerCase()] } });
}

/** Declared identifiers have no part, as in `askedPeople`, that is in TERMS. */
export const terms = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      ambiguous: '"{{name}}" says too little: name what is returned.',
      term: '"{{name}}": not "{{part}}" but {{instead}}.',
    },
  },
  create: (context) => ({
    Identifier(node) {
      const { parent } = node;
      if (COLUMNS.has(node.name) || !NAMED.has(parent.type) || (parent.type === 'Property' && parent.value !== node))
        return;
      if (parent.type === 'Property' && parent.parent.type !== 'ObjectPattern') return;
      if (parent.init === node || parent.right === node || parent.body === node) return;
      if (AMBIGUOUS.has(node.name)) context.report({ node, messageId: 'ambiguous', data: { name: node.name } });
      const isPermission = /^may[A-Z]/.test(node.name);
      const parts = node.name.split(/(?<=[a-z0-9])(?=[A-Z])|_/);
      const part = isPermission ? 'may' : parts.find((one) => Object.hasOwn(TERMS, one.toLowerCase()));
      if (part === undefined) return;
      const instead = isPermission ? 'can, or is...Allowed' : TERMS[part.toLowerCase()];
      context.report({ node, messageId: 'term', data: { name: node.name, part, instead } });
    },
  }),
};

/** Comments and titles of tests have none of PHRASES. */
export const phrases = {
  meta: { type: 'suggestion', schema: [], messages: { phrase: 'Not "{{phrase}}" but {{instead}}.' } },
  create: (context) => ({
    Program() {
      for (const { value, loc } of context.sourceCode.getAllComments()) checkPhrase(context, value, { loc });
    },
    CallExpression({ callee, arguments: [title] }) {
      if (title?.type === 'Literal' && isTest(callee)) checkPhrase(context, String(title.value), { node: title });
    },
  }),
};
