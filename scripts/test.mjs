// npm test: everything that must hold, one step after another. A failing step does not hide the later ones.
//   --at 2027-03-14T06:30:00Z   each kind of test begins at this instant, on the server and in the browser; the clock ticks from there
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideBrowser } from './browser.mjs';
import { buildBundle, installModules, runTool } from './prepare.mjs';

const options = readOptions();
const reports = await mkdtemp(join(tmpdir(), 'atrium-test-'));
const results = [];

await step('modules', installModules);
await step('types', () => tool('typescript/bin/tsc', ['-b']));
await step('lint', () => tool('eslint/bin/eslint.js', ['.', '--max-warnings', '0']));
await step('generated files', () => tool('../server/declarations/generate-types.ts', ['--check']));
await tests('unit');
await tests('api');
await step('pages', buildBundle);
await tests('build');
await step('browser', async () => {
  process.env.CHROMIUM_PATH = (await provideBrowser()) ?? fail('No Chromium was found or could be installed.');
});
await tests('component');
await tests('e2e');

await rm(reports, { recursive: true, force: true });
report();

function readOptions() {
  const { values } = parseArgs({ options: { at: { type: 'string' } } });
  const at = values.at === undefined ? null : Date.parse(values.at);
  // Without a zone it would be another instant on every machine.
  if (values.at !== undefined && !(/(Z|[+-]\d\d:\d\d)$/.test(values.at) && Number.isFinite(at)))
    fail(`--at takes an instant such as 2027-03-14T06:30:00Z, not "${values.at}".`);
  return { at };
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

async function tests(project) {
  heading(`${project} tests`);
  const file = join(reports, `${project}.json`);
  const code = await runTool(
    'vitest/vitest.mjs',
    ['run', `--project=${project}`, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env: { NODE_ENV: 'test', TEST_CLOCK_OFFSET: `${options.at === null ? 0 : options.at - Date.now()}` } },
  ).catch(() => 1);
  const counted = await count(file);
  // A run that broke without a failing test (a file that does not load, an error between tests) is a failure too.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  results.push({ name: `${project} tests`, ...counted });
}

async function count(file) {
  const found = await readFile(file, 'utf8').then(JSON.parse, () => null);
  if (!found) return { passed: 0, failed: 0 };
  const broken = found.testResults.filter(
    (suite) => suite.status === 'failed' && suite.assertionResults.length === 0,
  ).length;
  return { passed: found.numPassedTests, failed: found.numFailedTests + broken };
}

async function tool(file, args) {
  const code = await runTool(file, args);
  if (code !== 0) fail(`Failed with code ${code}.`);
}

function fail(message) {
  throw new Error(message);
}

function heading(name) {
  console.log(`\n== ${name} ==`);
}

function report() {
  heading('summary');
  for (const { name, passed, failed } of results)
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed`);
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  process.exitCode = total('failed') === 0 ? 0 : 1;
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
}
