/** When a person can be reminded of a session. */
export const REMINDERS = ['week', 'day', 'hour'] as const;
export type Reminder = (typeof REMINDERS)[number];

/** GET and PUT /api/events/reminders: when the caller is reminded of what they have a seat in. */
export type ReminderTimes = Record<Reminder, boolean>;

/** Of who has chosen nothing. */
export const USUAL_REMINDERS: ReminderTimes = { week: false, day: true, hour: false };
