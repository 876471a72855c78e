import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { actionsByName, type FormActions } from '../../../domain/requests/form-actions.ts';
import { describeFormChanges } from '../../../domain/requests/form-changes.ts';
import { DRAFT_DAYS } from '../../../domain/requests/request-drafts.ts';
import type { RequestFormSchema } from '../../../domain/requests/request-form.ts';
import { formatCount } from '../../../domain/values/formats.ts';
import { sameJson } from '../../../domain/values/json.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { notFound } from '../../resources/refusals.ts';
import type { RowOf, ValuesOf } from '../../resources/typed-rows.ts';
import type { CommandServices, RowServices } from '../../services.ts';
import { cleanForm, publishFaults } from './form-schema.ts';
import { formValidatorHash } from './validator.ts';

type Forms = CommandRows<'forms'>;
type Form = RowOf<'forms'>;

/** Publishes the saved draft of a form as its next version. */
export function addFormCommands(services: CommandServices): void {
  services.engine.command('forms.publish', {
    resource: 'forms',
    unchanged: 'version',
    inputs: {
      properties: {
        draftDays: { type: 'integer', title: 'Days to finish earlier drafts', minimum: 0, maximum: 365 },
      },
    },
    refusals: unpublishableForms,
    inputsFor: ({ rows }) => {
      const published = rows.filter(({ currentVersionId }) => currentVersionId !== null);
      const [form] = published;
      return Promise.resolve(form ? { draftDays: { isOptional: true, default: form.draftDays ?? DRAFT_DAYS } } : {});
    },
    notes: publishNotes,
    run: async ({ tx, actor, rows, inputs }) => {
      const versions = [];
      for (const { id } of rows)
        versions.push(await freeze(services, tx, actor, id, (inputs['draftDays'] as number | null) ?? undefined));
      return versions;
    },
  });
}

async function unpublishableForms(call: Forms): Promise<Map<number, string>> {
  const refusals = new Map<number, string>();
  for (const form of call.rows) {
    const published = await currentVersion(call.tx, form);
    const [fault] = publishFaults(form.draftSchema, form);
    if (fault) refusals.set(form.id, `${fault.message}.`);
    else if (await answerFault(call.tx, form))
      refusals.set(form.id, 'An action refers to a field that is not an amount field of the form.');
    else if (published && (await changedParts(call.tx, form, published)).length === 0)
      refusals.set(form.id, 'It has no unpublished changes.');
  }
  return refusals;
}

async function publishNotes({ tx, rows }: Forms): Promise<PlanNote[]> {
  const notes: PlanNote[] = [];
  for (const form of rows) {
    const published = await currentVersion(tx, form);
    if (!published) {
      notes.push('This is the first version. Once it is published, people can send requests.');
      continue;
    }
    const changes = await changedParts(tx, form, published);
    notes.push({ text: 'Changes:', places: changes.map((label) => ({ label, detail: '', to: null })) });
    const open = await openRequests(tx, form.id);
    const count = formatCount(open, 'open request uses an older version', 'open requests use older versions');
    if (open > 0) notes.push(`${count}. Nothing changes for ${open === 1 ? 'it' : 'them'}.`);
  }
  return notes;
}

async function changedParts(tx: Tx, form: Form, published: Published): Promise<string[]> {
  return [
    ...describeFormChanges(published.schema, form.draftSchema as unknown as RequestFormSchema),
    ...(published.costType === form.costType ? [] : ['Steps and cost']),
    ...(sameJson(published.actions ?? {}, await draftActions(tx, form.id)) ? [] : ['Actions']),
  ];
}

/** What publishing would put into force, by name. */
async function draftActions(tx: Tx, formId: number): Promise<FormActions> {
  const rows = await tx
    .selectFrom('formActions')
    .select(['name', 'on', 'type', 'groupId', 'credentialId', 'days', 'until', 'percent', 'discountCents'])
    .select(['template', 'text', 'amountFrom', 'amountCents', 'field'])
    .where('formId', '=', formId)
    .orderBy('id')
    .execute();
  return actionsByName(rows);
}

async function answerFault(tx: Tx, { id, draftSchema }: Form): Promise<boolean> {
  const { properties } = draftSchema as unknown as RequestFormSchema;
  const fields = Object.values(await draftActions(tx, id)).filter(({ amountFrom }) => amountFrom === 'answer');
  return fields.some(({ field }) => properties[field ?? '']?.['x-field'] !== 'Cost');
}

interface Published {
  costType: Form['costType'];
  schema: RequestFormSchema;
  actions: FormActions | null;
}

function currentVersion(tx: Tx, { currentVersionId }: Form) {
  return tx
    .selectFrom('formVersions')
    .select(['costType', 'schema', 'actions'])
    .where('id', '=', currentVersionId)
    .$castTo<Published>()
    .executeTakeFirst();
}

async function openRequests(tx: Tx, formId: number): Promise<number> {
  const { open } = await tx
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('formId', '=', formId)
    .where('done', '=', false)
    .where('formVersionId', 'is not', null)
    .executeTakeFirstOrThrow();
  return open;
}

export async function freeze(
  services: RowServices,
  tx: Tx,
  actor: Actor,
  formId: number,
  draftDays?: number,
): Promise<{ formVersionId: number; number: number; version: number }> {
  // Locking the row first keeps concurrent publishers from using the same number.
  const [form] = await services.engine.lock(tx, 'forms', [formId]);
  if (!form) throw notFound(services.engine.resolver.resource('forms'));
  const schema = cleanForm(form.draftSchema as unknown as RequestFormSchema);
  const { latest } = await tx
    .selectFrom('formVersions')
    .select(({ fn }) => fn.max<number | null>('number').as('latest'))
    .where('formId', '=', formId)
    .executeTakeFirstOrThrow();
  const publishedAt = services.clock.date();
  const values: ValuesOf<'formVersions'> = {
    formId,
    number: (latest ?? 0) + 1,
    costType: form.costType,
    publishedAt: publishedAt.toISOString(),
    earlierDraftsUntil: new Date(
      daysLater(publishedAt.getTime(), draftDays ?? form.draftDays ?? DRAFT_DAYS, services.model.site.timezone),
    ).toISOString(),
    publishedById: actor.id,
    validatorHash: formValidatorHash(schema),
    schema,
    actions: (await draftActions(tx, formId)) as unknown as Row,
  };
  const made = await services.engine.create(actor, 'formVersions', values, { tx, command: true });
  const write = { tx, command: true } as const;
  const changed = await services.engine.update(actor, 'forms', formId, { currentVersionId: made.id }, write);
  return { formVersionId: made.id, number: made.number, version: changed.version };
}
