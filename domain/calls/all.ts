import type { announcementCalls } from './announcements.ts';

/** Every declared call. The browser imports this type, never the declarations' code. */
export type AllCalls = typeof announcementCalls;
