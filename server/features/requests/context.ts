import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Workflow } from '../../../domain/requests/workflow.ts';
import type { Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { accountName } from './people.ts';
import { workflowOf } from './workflow-file.ts';

/** A person as the history names them. */
export interface Author {
  id: number | null;
  name: string;
}

/** A change of requests: who makes it, in which transaction, and when. */
export interface RequestContext {
  services: CommandServices;
  workflow: Workflow;
  tx: Tx;
  actor: Actor;
  author: Author;
  now: string;
}

export async function requestContext(services: CommandServices, tx: Tx, actor: Actor): Promise<RequestContext> {
  const author = { id: actor.id, name: await accountName(tx, actor.id) };
  return { services, workflow: workflowOf(services), tx, actor, author, now: services.clock.instant() };
}
