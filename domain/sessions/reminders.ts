/** When a person can be reminded of a session. */
export const REMINDERS = ['week', 'day', 'hour'] as const;
export type Reminder = (typeof REMINDERS)[number];

export type ReminderTimes = Record<Reminder, boolean>;

/** Of an account that has chosen nothing. */
export const USUAL_REMINDERS: ReminderTimes = { week: false, day: true, hour: false };
