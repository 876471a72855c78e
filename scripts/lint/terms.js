/** Words of an own dialect, and the term of the field to use instead. */
const TERMS = {
  told: 'notified, or answers',
  untold: 'silent',
  tell: 'notify',
  tells: 'notice',
  whoever: 'the noun: the attendee',
  despite: 'override',
  anew: 'again',
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
  desk: 'locked session',
};
/** Names that once stood for several functions each. */
const AMBIGUOUS = new Set([
  'entriesOf',
  'factsOf',
  'hashOf',
  'headersOf',
  'keyOf',
  'linksOf',
  'zoneOf',
  'spanOf',
  'codeOf',
  'faultOf',
  'resultOf',
  'lettersOf',
  'messageOf',
  'noticeOf',
  'partsOf',
  'peopleOf',
  'personOf',
  'placesOf',
  'refusalOf',
  'rowsOf',
  'sessionsOf',
  'summaryOf',
  'faultsOf',
  'itemsOf',
  'locationOf',
  'targetOf',
  'textOf',
  'textsOf',
]);
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
