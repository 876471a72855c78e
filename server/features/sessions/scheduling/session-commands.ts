import { canAccessField } from '../../../declarations/permission.ts';
import type { CommandRows } from '../../../resources/command-registry.ts';
import type { RowOf } from '../../../resources/typed-rows.ts';
import type { Needs } from '../../../services.ts';

type Sessions = CommandRows<'instances'>;

/** Publishes and cancels sessions, each alone. A series is changed by its plan (change-sessions.ts). */
export function addSessionCommands({ engine }: Needs<'engine'>): void {
  engine.command('sessions.setStatus', {
    resource: 'instances',
    check: (resource, { options }, report) => {
      const statuses = resource.fields.find(({ name }) => name === 'status')?.options ?? [];
      if (!statuses.some(({ value }) => value === options['to'])) report(['options', 'to'], 'Name a status');
    },
    refusals: ({ actor, rows, resource }) => {
      const access = engine.resolver.access(actor, resource, 'update');
      const refused = rows.filter((row) => !canAccessField(access, 'status', row));
      return Promise.resolve(new Map(refused.map(({ id }) => [id, 'You cannot change its status.'])));
    },
    notes: async (sessions) => (sessions.options['to'] === 'cancelled' ? [await ticketHolders(sessions)] : []),
    run: async ({ tx, actor, rows, options }) => {
      for (const { id } of rows)
        await engine.update(actor, 'instances', id, { status: options['to'] as RowOf<'instances'>['status'] }, { tx });
    },
  });
}

async function ticketHolders({ tx, rows }: Sessions): Promise<string> {
  const { people } = await tx
    .selectFrom('tickets')
    .select(({ fn }) => fn.count<number>('userId').distinct().as('people'))
    .where(
      'instanceId',
      'in',
      rows.map(({ id }) => id),
    )
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow();
  if (Number(people) === 0) return 'No one has a ticket.';
  return Number(people) === 1
    ? '1 person with a ticket loses it and is notified.'
    : `${Number(people)} people with a ticket lose it and are notified.`;
}
