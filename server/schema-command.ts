/** `npm run schema -- plan|apply`: shows or applies the changes that the declarations require in the database. */
import type { Plan } from './schema/draft.ts';
import { DeclarationFaults } from './declarations/faults.ts';
import { ROOT } from './declarations/load-model.ts';
import { loadCheckedModel } from './checked-model.ts';
import type { Db } from './platform/database.ts';
import { PostgresError } from './platform/postgres-programs.ts';
import { columnOfStep, planSync, SchemaSyncRefused, syncSchema } from './schema/sync.ts';
import { StartupError, withDatabase } from './prepare-database.ts';
import { SettingsError } from './platform/settings.ts';

const USAGE = `npm run schema -- plan [--json]          what would change in the database
npm run schema -- apply [--allow-loss]   change it; data is lost only with --allow-loss

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the plan loses data or has a step that is impossible`;
const EXPECTED = [DeclarationFaults, PostgresError, SchemaSyncRefused, SettingsError, StartupError];
const LOSSES_PLANNED = 3;

const MARKS = { none: ' ', data: '!', impossible: 'x' };

const [command, ...options] = process.argv.slice(2);
const known = command === 'plan' ? ['--json'] : ['--json', '--allow-loss'];
if ((command !== 'plan' && command !== 'apply') || options.some((option) => !known.includes(option))) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    await withDatabase(ROOT, command === 'plan' ? plan : apply);
  } catch (error) {
    process.exitCode = 1;
    console.error(EXPECTED.some((type) => error instanceof type) ? (error as Error).message : error);
  }
}

async function plan(db: Db, root: string): Promise<void> {
  const planned = await planSync(db, await loadCheckedModel(root));
  printPlan(planned, 'The database is as the declarations say.');
  if (planned.steps.some((step) => step.loss !== 'none')) process.exitCode = LOSSES_PLANNED;
  if (!options.includes('--json') && planned.steps.some((step) => step.loss === 'data')) {
    console.log('\nWhat is marked with ! loses data: npm run schema -- apply --allow-loss');
  }
}

async function apply(db: Db, root: string): Promise<void> {
  const done = await syncSchema(db, await loadCheckedModel(root), {
    allowLoss: options.includes('--allow-loss'),
    compare: true,
  });
  printPlan(done, 'Nothing to do: the database is as the declarations say.');
}

function printPlan({ steps }: Plan, nothing: string): void {
  if (options.includes('--json')) console.log(JSON.stringify({ steps }, null, 2));
  else
    console.log(
      steps.length === 0
        ? nothing
        : steps.map((step) => `${MARKS[step.loss]} ${columnOfStep(step)}: ${step.words}`).join('\n'),
    );
}
