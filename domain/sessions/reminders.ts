export const REMINDERS = ['week', 'day', 'hour'] as const;
export type Reminder = (typeof REMINDERS)[number];

export type ReminderTimes = Record<Reminder, boolean>;

/** Defaults of an account. */
export const USUAL_REMINDERS: ReminderTimes = { week: false, day: true, hour: false };
