// npm test: everything that must hold. A failing step does not hide the later ones.
//   --at 2027-03-14T06:30:00Z   each kind of test begins at this instant, on the server and in the browser; the clock ticks from there
//   --changed [commit]          only what the changes since this commit (without one: those not committed yet) can have broken
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { provideBrowser } from './browser.mjs';
import { changedFiles, selectTests } from './changed.mjs';
import { buildBundle, installModules, root, runTool } from './prepare.mjs';

const SLOWEST = 10;

const options = readOptions();
const reports = await mkdtemp(join(tmpdir(), 'atrium-test-'));
const results = [];
const files = [];
const failures = [];

await step('modules', installModules);
const selected = options.changed ? await selectTests(await changedFiles(options.since)) : null;
// Run alongside the tests without a browser: compilers and linters keep a processor busy while those often wait.
const checks = runChecks();
await tests('unit');
await tests('api');
await checks;
if (isSelected('build') || isSelected('e2e')) await step('pages', buildBundle);
if (isSelected('component') || isSelected('e2e') || isSelected('interop')) {
  await step('browser', async () => {
    process.env.CHROMIUM_PATH = (await provideBrowser()) ?? fail('No Chromium was found or could be installed.');
  });
}
// The latter two wait for servers and builds to start most of the time.
await Promise.all([tests('component'), tests('build', true), tests('interop', true)]);
await tests('e2e');

await rm(reports, { recursive: true, force: true });
report();

function readOptions() {
  const { values, positionals } = parseArgs({
    options: { at: { type: 'string' }, changed: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const at = values.at === undefined ? null : Date.parse(values.at);
  // Without a time zone it would be a different instant on every machine.
  if (values.at !== undefined && !(/(Z|[+-]\d\d:\d\d)$/.test(values.at) && Number.isFinite(at)))
    fail(`--at takes an instant such as 2027-03-14T06:30:00Z, not "${values.at}".`);
  if (positionals.length > (values.changed ? 1 : 0)) fail(`There is no option "${positionals.at(-1)}".`);
  return { at, changed: values.changed, since: positionals[0] ?? 'HEAD' };
}

/** A check that is not a test counts as one. */
async function step(name, work) {
  heading(name);
  try {
    await work();
    results.push({ name, passed: 1, failed: 0 });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    results.push({ name, passed: 0, failed: 1 });
  }
}

async function runChecks() {
  await check('types', 'typescript-7/bin/tsc', ['-b']);
  if (isSelected('interop')) {
    await step('modules of tests/interop', () => installModules(join(root, 'tests', 'interop')));
    await check('types of tests/interop', 'typescript-7/bin/tsc', ['-p', 'tests/interop/app']);
  }
  await check('lint', 'eslint/bin/eslint.js', ['.', '--max-warnings', '0']);
  await check('format', 'oxfmt/bin/oxfmt', ['--check']);
  await check('texts', '../scripts/texts/command.ts', ['check']);
}

/** Prints the tool's output as a whole if it fails. */
async function check(name, file, args) {
  const start = performance.now();
  const { code, output } = await runCaptured(name, file, args);
  if (code !== 0) {
    heading(name);
    console.error(output);
  }
  results.push({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, ms: performance.now() - start });
}

/** `null` selects all. */
function selectionOf(project) {
  return selected === null ? null : selected[project];
}

function isSelected(project) {
  const selection = selectionOf(project);
  return selection === null || selection.length > 0;
}

/** `isBeside` other tests: its output is printed as a whole at the end. */
async function tests(project, isBeside = false) {
  if (!isSelected(project)) return;
  const name = `${project} tests`;
  const selection = selectionOf(project);
  const file = join(reports, `${project}.json`);
  const start = performance.now();
  const args = [
    ...(selection === null ? ['run'] : ['related', '--run', '--passWithNoTests', ...selection]),
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const env = { NODE_ENV: 'test', TEST_CLOCK_OFFSET: `${options.at === null ? 0 : options.at - Date.now()}` };
  const captured = isBeside ? await runCaptured(name, 'vitest/vitest.mjs', args, { env }) : null;
  heading(name);
  if (captured) console.log(captured.output);
  const code = captured?.code ?? (await runTool('vitest/vitest.mjs', args, { env }).catch(() => 1));
  const counted = await count(file);
  // A run that failed without a failing test (a file that does not load, an error between tests) counts as a failure.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  results.push({ name, ...counted, ms: performance.now() - start });
}

async function runCaptured(name, file, args, runOptions = {}) {
  const captured = join(reports, `${name.replaceAll('/', ' ')}.txt`);
  const handle = await open(captured, 'w');
  const code = await runTool(file, args, { ...runOptions, output: handle.fd }).catch(() => 1);
  await handle.close();
  return { code, output: (await readFile(captured, 'utf8')).trim() };
}

async function count(file) {
  const found = await readFile(file, 'utf8').then(JSON.parse, () => null);
  if (!found) return { passed: 0, failed: 0 };
  for (const { name, startTime, endTime, message, assertionResults } of found.testResults) {
    const file = relative(root, name);
    files.push({ name: file, ms: endTime - startTime });
    for (const { fullName, failureMessages } of assertionResults.filter(({ status }) => status === 'failed'))
      failures.push(`${file}: ${fullName}: ${summaryOf(failureMessages[0])}`);
    if (message) failures.push(`${file}: ${firstLine(message)}`);
  }
  const broken = found.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  ).length;
  return { passed: found.numPassedTests, failed: found.numFailedTests + broken };
}

/** The first line of an error, what a browser waited for, and where in the tests. */
function summaryOf(text = '') {
  const lines = text.split('\n').map((line) => line.trim());
  const waited = lines.find((line) => line.includes('waiting for'));
  const place = lines.find((line) => line.startsWith('at ') && line.includes(join(root, 'tests')));
  return [firstLine(text), waited, place?.replace(root, '')].filter(Boolean).join('\n    ');
}

function firstLine(text = '') {
  return text.trim().split('\n', 1)[0];
}

function fail(message) {
  throw new Error(message);
}

function heading(name) {
  console.log(`\n== ${name} ==`);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}

function report() {
  heading('slowest files');
  for (const { name, ms } of files.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`${seconds(ms)}  ${name}`);
  if (failures.length > 0) heading('failed tests');
  for (const failure of failures) console.log(failure);
  heading('summary');
  for (const { name, passed, failed, ms } of results) {
    const took = ms === undefined ? '' : `  (${seconds(ms).trim()})`;
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed${took}`);
  }
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  process.exitCode = total('failed') === 0 ? 0 : 1;
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
}
