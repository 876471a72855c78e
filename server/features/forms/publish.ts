import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Publication, Published } from '../../../domain/calls/forms.ts';
import { DRAFT_DAYS } from '../../../domain/requests/request-drafts.ts';
import type { RequestFormSchema } from '../../../domain/requests/request-form.ts';
import { canAccess } from '../../declarations/permission.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import { notFound } from '../../resources/refusals.ts';
import type { SeenRow, ValuesOf } from '../../resources/typed-rows.ts';
import type { Needs, RowServices } from '../../services.ts';
import { cleanForm, errorsOf, publishFaults } from './form-schema.ts';
import { formValidatorHash } from './validator.ts';

export async function publish(
  services: RowServices,
  actor: Actor,
  formId: number,
  { version, draftDays }: Publication,
): Promise<Published> {
  const form = await formToChange(services, actor, formId);
  const faults = publishFaults(form.draftSchema, form);
  if (faults.length > 0) {
    throw problem(422, 'forms.faulty', 'Not published', 'Correct the marked fields first.', {
      errors: errorsOf(faults, 'draftSchema'),
    });
  }
  return services.engine.transaction(async (tx) => {
    const published = await freeze(services, tx, actor, formId, {
      version,
      ...(draftDays === undefined ? {} : { draftDays }),
    });
    return { ...published, openRequests: await openOnOthers(tx, formId, published.formVersionId) };
  });
}

export async function openOnOthers(tx: Tx, formId: number, formVersionId: number | null): Promise<number> {
  const { open } = await tx
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('formId', '=', formId)
    .where('done', '=', false)
    .where('formVersionId', 'is distinct from', formVersionId)
    .executeTakeFirstOrThrow();
  return open;
}

export async function formToChange(services: Needs<'engine'>, actor: Actor, formId: number): Promise<SeenRow<'forms'>> {
  const row = await services.engine.get(actor, 'forms', formId);
  const { resolver } = services.engine;
  if (!canAccess(resolver.access(actor, resolver.resource('forms'), 'update'), row)) {
    throw problem(403, 'forms.not-yours', 'Not allowed', 'You cannot change this form.');
  }
  return row;
}

export async function freeze(
  services: RowServices,
  tx: Tx,
  actor: Actor,
  formId: number,
  { version, draftDays }: Partial<Publication> = {},
): Promise<Omit<Published, 'openRequests'>> {
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
  };
  const made = await services.engine.create(actor, 'formVersions', values, { tx, command: true });
  const write = { tx, command: true as const, ...(version === undefined ? {} : { version }) };
  const changed = await services.engine.update(actor, 'forms', formId, { currentVersionId: made.id }, write);
  return {
    formVersionId: made.id,
    number: made.number,
    version: changed.version,
  };
}
