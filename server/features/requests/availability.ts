import { formatInstant } from '../../../domain/values/formats.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import type { FormRow } from './rows.ts';

/** Null when they can. */
export async function closedFor(
  { clock, model }: Needs<'clock' | 'model'>,
  db: Db,
  form: FormRow,
  actor: Actor,
): Promise<string | null> {
  const now = clock.now();
  const { timezone } = model.site;
  if (form.forEvents === true) return 'This form belongs to sign-ups for events.';
  if (!form.active || form.groupActive === false || form.currentVersionId === null)
    return 'This form is not available at the moment.';
  if (form.opensAt && Date.parse(form.opensAt) > now)
    return `This form opens on ${formatInstant(form.opensAt, timezone, 'long')}.`;
  if (form.closesAt && Date.parse(form.closesAt) <= now)
    return `This form closed on ${formatInstant(form.closesAt, timezone, 'long')}.`;
  if (form.perUserLimit === null) return null;
  const { open } = await db
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('formId', '=', form.id)
    .where('submittedById', '=', requireAccountId(actor))
    .where('done', '=', false)
    .executeTakeFirstOrThrow();
  if (open < form.perUserLimit) return null;
  return `You have ${open} open ${open === 1 ? 'request' : 'requests'} of this kind, the limit per person. Wait until one is completed.`;
}
