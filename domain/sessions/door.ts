import type { TicketStatus } from './tickets.ts';

/** The most sessions that follow today's ones. */
export const DOOR_COMING = 50;
/** Days before and after the present whose sessions an event lists. */
export const DOOR_DAYS = 60;

/** The statuses in which staff can add a person. */
export const DOOR_ADDS = ['attended', 'confirmed', 'waitlisted'] as const satisfies TicketStatus[];
export type DoorAdd = (typeof DOOR_ADDS)[number];

export const DOOR_PEOPLE = 8;
