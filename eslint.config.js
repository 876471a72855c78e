import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { readFileSync } from 'node:fs';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { phrases, terms } from './scripts/lint/terms.js';

const forbid = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });
const consoleOnly = ['react-admin', 'react-admin/*', 'ra-*', '@mui/*', '@emotion/*', '@rjsf/*'];

/** What people read is written by domain/values/formats.ts, by one setting. */
const oneFormat = [
  "NewExpression[callee.object.name='Intl'][callee.property.name=/Format$/]",
  'CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]',
].map((selector) => ({ selector, message: 'Use domain/values/formats.ts for what people read.' }));

/** Time comes from a clock that tests can move: `services.clock`, `clock` of src/ui and of tests/factories, `atrium_now()`. */
const now = 'Ask the clock what time it is; measure by performance.now().';
const oneClock = [
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "MemberExpression[object.name='Date'][property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
  "CallExpression[callee.object.name='DateTime'][callee.property.name=/^(now|local|utc)$/][arguments.length=0]",
  'TemplateElement[value.raw=/(?<![.#])\\bnow\\(\\)|\\b(current_(date|time|timestamp)|localtime(stamp)?|clock_timestamp)\\b/i]',
].map((selector) => ({ selector, message: now }));

/** Undefined over plain HTTP on a local network: `src/ui/browserApis.ts` and `deviceApis.ts` have them with what to do without. */
const secureContext = 'Undefined outside secure contexts. Use src/ui/browserApis.ts or deviceApis.ts.';
const secureOnly = [
  ...['randomUUID', 'subtle'].map((property) => ({ object: 'crypto', property, message: secureContext })),
  ...[
    ...[
      'clipboard',
      'locks',
      'mediaDevices',
      'serviceWorker',
      'storage',
      'wakeLock',
      'share',
      'canShare',
      'credentials',
    ],
    ...[
      'geolocation',
      'usb',
      'hid',
      'serial',
      'bluetooth',
      'permissions',
      'getBattery',
      'requestMIDIAccess',
      'xr',
      'gpu',
    ],
  ].map((property) => ({ object: 'navigator', property, message: secureContext })),
  { object: 'window', property: 'caches', message: secureContext },
];
const secureGlobals = [
  'caches',
  'cookieStore',
  'Notification',
  'BarcodeDetector',
  'PaymentRequest',
  'IdleDetector',
].map((name) => ({ name, message: secureContext }));

/** What a role can do is declared in config/roles.json: code asks for capabilities. */
const roleNames = JSON.parse(readFileSync(new URL('config/roles.json', import.meta.url), 'utf8')).roles.map(
  ({ name }) => name,
);
const noRoleNames = [
  // Also names of other things: kinds of messages and authors.
  `Literal[value=/^(${roleNames.filter((name) => !['Default', 'Staff', 'Public'].includes(name)).join('|')})$/]`,
  `CallExpression[callee.object.property.name='roles'] > Literal[value=/^(${roleNames.join('|')})$/]`,
].map((selector) => ({
  selector,
  message: 'Name no role: declare a capability (domain/declarations/capabilities.ts).',
}));

/** Names of an own dialect, which the field's terms have replaced. */
const dialect = [
  'Desk',
  'Gate',
  'Sevens',
  'Talk',
  'ToldValues',
  'Undone',
  'alsoForSeries',
  'asWhole',
  'bringAlong',
  'bringBack',
  'createEnlisted',
  'demandFew',
  'eachDespiteFailures',
  'enlist',
  'giveSeatsBack',
  'lackWords',
  'mayCome',
  'mendsTexts',
  'noteOverride',
  'opensFor',
  'orBack',
  'planAlone',
  'refuseMany',
  'settleBrought',
  'talking',
  'tellOfChange',
  'toldOf',
  'toldOn',
  'toldValues',
  'whoShows',
  'withDesk',
];

export default tseslint.config(
  { ignores: ['dist/', '.tsbuild/', 'node_modules/', 'data/', 'domain/generated/'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // The compiler rejects them in `.ts`, in a tenth of the time.
      '@typescript-eslint/no-unused-vars': 'off',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'id-denylist': ['error', ...dialect],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { atrium: { rules: { phrases, terms } } },
    rules: { 'atrium/phrases': 'error' },
  },
  {
    files: ['domain/**', 'server/**', 'src/**'],
    rules: {
      'atrium/terms': 'error',
      'max-params': ['error', 5],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 20],
    },
  },
  {
    files: ['src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['src/**/*.tsx'], ...jsxA11y.flatConfigs.recommended },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: reactHooks.configs['recommended-latest']?.rules ?? reactHooks.configs.recommended.rules,
  },
  {
    files: ['domain/**', 'server/**', 'src/**', 'tests/**'],
    ignores: ['server/platform/clock.ts', 'src/ui/clock.ts', 'tests/bench/**'],
    rules: { 'no-restricted-syntax': ['error', ...oneClock] },
  },
  {
    files: ['domain/**', 'server/**', 'src/**'],
    ignores: ['server/platform/clock.ts', 'src/ui/clock.ts', '**/*.test.*'],
    rules: { 'no-restricted-syntax': ['error', ...oneClock, ...noRoleNames, ...oneFormat] },
  },
  {
    // They read zones, and write numbers into inputs.
    files: ['domain/values/{formats,zoned-time,money}.ts', 'server/features/messages/quiet.ts', 'src/ui/viewerZone.ts'],
    rules: { 'no-restricted-syntax': ['error', ...oneClock, ...noRoleNames] },
  },
  {
    files: ['src/**'],
    ignores: ['src/ui/browserApis.ts', 'src/ui/deviceApis.ts', 'src/ui/keyedHash.ts', 'src/ui/sealedQueue.ts'],
    rules: {
      'no-restricted-properties': ['error', ...secureOnly],
      'no-restricted-globals': ['error', ...secureGlobals],
    },
  },
  {
    files: ['src/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['**/domain/calls/*'], allowTypeImports: true, message: 'Import types only (ADR 21).' }],
        },
      ],
    },
  },
  { files: ['domain/**'], rules: forbid('node:*', 'react', 'react-*', 'fastify', '@fastify/*', 'pg', 'kysely') },
  {
    files: [
      'src/app/**',
      'src/ui/**',
      'src/portal/**',
      'src/calendar/**',
      'src/content/**',
      'src/requests/**',
      'src/actions/**',
    ],
    rules: forbid(...consoleOnly),
  },
  { files: ['tests/**'], rules: { 'max-lines': ['error', { max: 700, skipBlankLines: true, skipComments: true }] } },
);
