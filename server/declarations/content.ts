import { deadEnds } from './workflow-check.ts';
import type { Workflow } from '../../domain/requests/workflow.ts';
import { checkFormSchema } from '../../domain/requests/request-form-check.ts';
import type { CostType } from '../../domain/requests/request-form.ts';
import type { Resource } from '../../domain/declarations/model.ts';
import { didYouMean, reporter, type Fault } from './faults.ts';
import type { DeclarationFiles } from './files.ts';
import { replaceNamedPlaces } from './named-places.ts';
import { isKnown } from './written-config.ts';

/** Beside a row's fields: for how many days it is made (server/features/demo/demo-values.ts). */
const DAILY = '@daily';
/** For how many of the last weeks. */
const WEEKLY = '@weekly';
const MOST_DAYS = 366;
/** The card of an account. */
const CARD = '@card';
const CARD_NUMBER = /^[0-9A-Z]{16}$/;
/** A session that is created only without conflicts (server/features/demo/seed.ts). */
const IF_FREE = '@ifFree';

export async function checkContent(files: DeclarationFiles, resources: Map<string, Resource>): Promise<void> {
  const workflow = await files.declared<Workflow>('config/workflow.json', 'workflow');
  if (workflow) checkWorkflow(workflow, files.faults);
  await checkForms(files);
  for (const name of await files.names('config/demo', true)) {
    const file = `config/demo/${name}.json`;
    const value = await files.json(file);
    if (value !== undefined) checkDemo(file, value, resources, files.faults);
  }
  for (const folder of ['config/demo/requests', 'config/demo/views', 'schemas/calls']) {
    for (const name of await files.names(folder, true)) await files.json(`${folder}/${name}.json`);
  }
}

function checkWorkflow(workflow: Workflow, faults: Fault[]): void {
  const report = reporter(faults, 'config/workflow.json');
  for (const { costType, status } of deadEnds(workflow)) {
    report(
      ['transitions'],
      `A request of cost type "${costType}" could never leave "${status}" to be completed or canceled`,
    );
  }
}

interface WrittenForm {
  name: string;
  group: { name: string; title: string };
  costType: CostType;
  schema: unknown;
}

async function checkForms(files: DeclarationFiles): Promise<void> {
  const seen = new Map<string, string>();
  const titles = new Map<string, string>();
  for (const name of await files.names('config/forms', true)) {
    const file = `config/forms/${name}.json`;
    const form = await files.declared<WrittenForm>(file, 'request-form');
    if (!form) continue;
    const report = reporter(files.faults, file);
    // Which locations exist is only known to the database.
    const schema = replaceNamedPlaces(form.schema, () => 1);
    for (const fault of checkFormSchema(schema, form.costType)) {
      files.faults.push({ file, pointer: `/schema${fault.pointer}`, message: fault.message });
    }
    const twin = seen.get(form.name);
    if (twin !== undefined) report(['name'], `${twin} already has the name "${form.name}"`);
    seen.set(form.name, file);
    const title = titles.get(form.group.name);
    if (title !== undefined && title !== form.group.title)
      report(['group', 'title'], `The group "${form.group.name}" has the title "${title}" in another file`);
    titles.set(form.group.name, form.group.title);
  }
}

function checkDemo(file: string, value: unknown, resources: Map<string, Resource>, faults: Fault[]): void {
  const report = reporter(faults, file);
  if (!isObject(value)) return report([], 'Must be an object: lists of records by resource');
  for (const [name, rows] of Object.entries(value)) {
    if (name.startsWith('$')) continue;
    const resource = resources.get(name);
    if (!resource) report([name], `There is no resource "${name}"${didYouMean(name, resources.keys())}`);
    else if (!Array.isArray(rows)) report([name], 'Must be a list of records');
    else rows.forEach((row, index) => checkDemoRow(row, [name, index], resource, report));
  }
}

function checkDemoRow(
  row: unknown,
  steps: (string | number)[],
  resource: Resource,
  report: ReturnType<typeof reporter>,
): void {
  if (!isObject(row)) return report(steps, 'Must be an object');
  if (!isKnown(resource)) return;
  const names = resource.fields.map((field) => field.name);
  const { [DAILY]: days, [WEEKLY]: weeks, [CARD]: card, [IF_FREE]: isOptional, ...written } = row;
  if (weeks !== undefined && !isDays(weeks)) report([...steps, WEEKLY], `Must be a number of weeks, 1 to ${MOST_DAYS}`);
  if (card !== undefined && !(resource.name === 'users' && CARD_NUMBER.test(String(card))))
    report([...steps, CARD], 'Must be 16 characters, and only users can have it');
  if (days !== undefined && !isDays(days)) report([...steps, DAILY], `Must be a number of days, 1 to ${MOST_DAYS}`);
  if (isOptional !== undefined && (isOptional !== true || resource.name !== 'instances'))
    report([...steps, IF_FREE], 'Must be true, and only sessions can have it');
  for (const name of Object.keys(written)) {
    if (!names.includes(name))
      report([...steps, name], `"${resource.name}" has no field "${name}"${didYouMean(name, names)}`);
  }
}

function isDays(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_DAYS;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
