import type { CommandServices } from '../../services.ts';
import { addMoveCommand } from './move-tickets.ts';
import { addRemoveCommand } from './remove-tickets.ts';
import { addStatusCommand } from './set-ticket-status.ts';
import { refuseTakingPayment, takePaymentCommand } from './take-ticket-payment.ts';
import { refusalsOf, ticketCommand } from './ticket-command-parts.ts';

/** What staff do with tickets, as config/resources/tickets.json offers it. */
export function addTicketCommands(services: CommandServices): void {
  addStatusCommand(services);
  addRemoveCommand(services);
  addMoveCommand(services);
  services.engine.command('tickets.takePayment', {
    ...ticketCommand(services),
    ...takePaymentCommand(services),
    refusals: (call) => refusalsOf(services, call, (ticket) => refuseTakingPayment(call, ticket)),
  });
}
