import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Pickup } from '../../../domain/calls/kiosk.ts';
import { dueCents } from '../../../domain/requests/workflow.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices } from '../../services.ts';
import { changeStatus, transitionOf } from './change-status.ts';
import { requestContext } from './context.ts';
import { errandReader } from './errands.ts';
import { requestName } from './request-subject.ts';
import { lockedSubmissions } from './rows.ts';

const READY = 'ReadyForPickup';

/** The person's requests that are ready. */
export async function requestsToPickUp(services: CommandServices, db: Db, userId: number): Promise<Pickup[]> {
  const ready = await db
    .selectFrom('submissions as s')
    .innerJoin('forms as f', 'f.id', 's.formId')
    .select([
      's.id',
      's.subject',
      's.formId',
      's.status',
      's.statusSince',
      's.costCents',
      's.paidCents',
      's.shelf',
      'f.title',
    ])
    .where('s.submittedById', '=', userId)
    .where('s.status', '=', READY)
    .orderBy('s.id')
    .execute();
  const readErrand = errandReader(services, db);
  return Promise.all(
    ready.map(async ({ id, subject, title, ...row }): Promise<Pickup> => {
      const errand = await readErrand(row);
      const of = errand?.place ? [errand.place.name, errand.place.room] : [];
      const due = dueCents({ ...row, paidCents: row.paidCents ?? 0 });
      return {
        kind: 'request',
        id,
        title: requestName({ id, subject, form: title }),
        shelf: row.shelf,
        place: [...new Set([errand?.note, ...of])].filter(Boolean).join(' · ') || null,
        dueCents: due,
        canPickUp: due === 0,
      };
    }),
  );
}

/** "Picked up" by the customer, by the workflow. Repeating it changes nothing. */
export async function pickUpOwnRequest(services: CommandServices, tx: Tx, actor: Actor, id: number): Promise<void> {
  const [row] = await lockedSubmissions(services, tx, [id]);
  if (row === undefined || row.submittedById !== actor.id) throw noRequest();
  if (row.status === 'Completed') return;
  const context = await requestContext(services, tx, actor);
  const transition = row.status === READY ? transitionOf(context, row, 'Completed') : null;
  if (transition === null) throw notReady();
  if (dueCents(row) > 0)
    throw problem(409, 'requests.not-paid', 'Not possible', 'Pay for this request before you pick it up.');
  await changeStatus(context, row, transition, {});
}

function noRequest() {
  return problem(
    404,
    'requests.no-request',
    'Not found',
    'This request does not exist, or you do not have access to it.',
  );
}

function notReady() {
  return problem(409, 'requests.not-ready', 'Not possible', 'This request is not ready for pickup. Ask at the desk.');
}
