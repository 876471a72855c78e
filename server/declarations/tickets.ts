import type { Resource } from '../../domain/declarations/model.ts';
import type { Messages } from '../../domain/messages/messages.ts';
import { ticketDeadEnds, type TicketRules } from '../../domain/sessions/tickets.ts';
import { didYouMean, reporter } from './faults.ts';
import type { DeclarationFiles } from './files.ts';

const FILE = 'config/tickets.json';
/** The audience of a transition's message. */
const AUDIENCE = 'attendee';

/**
 * Reads config/tickets.json, if there are tickets. Reports statuses without a way to or from them, and unknown events.
 */
export async function loadTickets(
  files: DeclarationFiles,
  resources: Map<string, Resource>,
  { events }: Messages,
): Promise<TicketRules> {
  const rules = resources.has('tickets') ? await files.declared<TicketRules>(FILE, 'tickets') : undefined;
  if (!rules) return { seated: [], final: [], transitions: [] };
  const report = reporter(files.faults, FILE);
  const { unreached, stuck } = ticketDeadEnds(rules);
  for (const status of unreached) report(['transitions'], `No ticket could ever become "${status}"`);
  for (const status of stuck) report(['transitions'], `A ticket could never leave "${status}" for a final status`);
  rules.transitions.forEach(({ notice }, index) => {
    if (notice === undefined || events.get(notice)?.templates[AUDIENCE] !== undefined) return;
    const audience = events.has(notice) ? ` with a template for "${AUDIENCE}"` : didYouMean(notice, [...events.keys()]);
    report(['transitions', index, 'notice'], `There is no message event "${notice}"${audience}`);
  });
  return rules;
}
