import { sql } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import type { Published } from '../../../domain/request-calls.ts';
import { DRAFT_DAYS } from '../../../domain/request-drafts.ts';
import type { CostType, RequestFormSchema } from '../../../domain/request-form.ts';
import { canAccess } from '../../../domain/permission.ts';
import type { Row } from '../../../domain/model.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { cleanForm, errorsOf, publishFaults } from './form-schema.ts';
import { formValidatorHash } from './validator.ts';

/** `version`: of the form's row. `draftDays`: how long drafts of earlier versions can be finished, if not as the form says. */
export interface Publication {
  version: number;
  draftDays?: number;
}

/** Freezes the form's draft as its next version; requests keep the version that they were made with. */
export async function publish(
  services: Services,
  actor: Actor,
  formId: number,
  { version, draftDays }: Publication,
): Promise<Published> {
  const form = await formToChange(services, actor, formId);
  const faults = publishFaults(form['draftSchema'], form['costType'] as CostType);
  if (faults.length > 0) {
    throw problem(422, 'forms.faulty', 'Not published', 'Mend the fields that are marked first.', {
      errors: errorsOf(faults, 'draftSchema'),
    });
  }
  return services.engine.transaction(async (tx) => {
    const published = await freeze(
      services,
      tx,
      actor,
      draftDays === undefined ? form : { ...form, draftDays },
      version,
    );
    return { ...published, openRequests: await openOnOthers(tx, formId, published.formVersionId) };
  });
}

/** How many open requests of the form stay on other versions. */
export async function openOnOthers(tx: Tx, formId: number, formVersionId: number | null): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as "open" from "submissions"
    where "formId" = ${formId} and not "done" and "formVersionId" is distinct from ${formVersionId}::bigint`.execute(
    tx,
  );
  return rows[0]?.open ?? 0;
}

/** The form, when this person may change it. */
export async function formToChange(services: Services, actor: Actor, formId: number): Promise<Row> {
  const row = await services.engine.get(actor, 'forms', formId);
  const { gate } = services.engine;
  if (!canAccess(gate.access(actor, gate.resource('forms'), 'update'), row)) {
    throw problem(403, 'forms.not-yours', 'Not allowed', 'You may not change this form.');
  }
  return row;
}

/** The next version of the form, from its draft as it is in the database. */
export async function freeze(
  services: Services,
  tx: Tx,
  actor: Actor,
  form: Row,
  version?: number,
): Promise<Omit<Published, 'openRequests'>> {
  const formId = form['id'] as number;
  // Taking the row first keeps two publishers from making the same number.
  await sql`select "id" from "forms" where "id" = ${formId} for update`.execute(tx);
  const schema = cleanForm(form['draftSchema'] as unknown as RequestFormSchema);
  const { rows } = await sql<{ next: number }>`
    select coalesce(max("number"), 0) + 1 as "next" from "formVersions" where "formId" = ${formId}`.execute(tx);
  const publishedAt = services.clock.date();
  const values: Row = {
    formId,
    number: rows[0]?.next ?? 1,
    costType: form['costType'] ?? null,
    publishedAt: publishedAt.toISOString(),
    earlierDraftsUntil: daysAfter(publishedAt, typeof form['draftDays'] === 'number' ? form['draftDays'] : DRAFT_DAYS),
    publishedById: actor.id,
    validatorHash: formValidatorHash(schema),
    schema: schema as unknown as Row,
  };
  const made = await services.engine.create(actor, 'formVersions', values, { tx, command: true });
  const write = { tx, command: true, ...(version === undefined ? {} : { version }) };
  const changed = await services.engine.update(
    actor,
    'forms',
    formId,
    { currentVersionId: made['id'] as number },
    write,
  );
  return {
    formVersionId: made['id'] as number,
    number: made['number'] as number,
    version: changed['version'] as number,
  };
}

function daysAfter(instant: Date, days: number): string {
  return new Date(instant.getTime() + days * 86_400_000).toISOString();
}
