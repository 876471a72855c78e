import type { CommandServices } from '../../services.ts';
import { recordArrival } from './visits.ts';
import { problem } from '../../platform/problem.ts';

/** What the front desk does with centers and visits, as config/resources offers it. */
export function addVisitCommands(services: CommandServices): void {
  const { engine, clock } = services;
  engine.command('centers.signIn', {
    resource: 'centers',
    inputs: {
      properties: {
        userId: { type: 'integer', title: 'Person', 'x-reference': 'users' },
        visitorName: {
          type: 'string',
          title: 'Visitor',
          description: 'Instead of a person, for someone without an account.',
          maxLength: 120,
        },
        hostName: { type: 'string', title: 'Host', maxLength: 120 },
        purpose: { type: 'string', title: 'Purpose', maxLength: 200 },
      },
    },
    run: async ({ tx, actor, rows, inputs }) => {
      const { userId = null, visitorName = null, hostName = null, purpose = null } = inputs as Partial<SignIn>;
      if ((userId === null) === (visitorName === null))
        throw problem(422, 'centers.no-person', 'Not signed in', 'Choose a person, or enter the name of a visitor.');
      for (const { id: centerId } of rows)
        await recordArrival(services, tx, actor, { centerId, userId, visitorName, hostName, purpose });
    },
  });
  engine.command('visits.depart', {
    resource: 'visits',
    run: async ({ tx, actor, rows }) => {
      const departedAt = clock.instant();
      for (const visit of rows)
        await engine.update(actor, 'visits', visit.id, { departedAt }, { tx, command: true, before: visit });
    },
  });
}

interface SignIn {
  userId: number | null;
  visitorName: string | null;
  hostName: string | null;
  purpose: string | null;
}
