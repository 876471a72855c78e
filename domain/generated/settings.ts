/* Made from config/settings.json by `npm run generate`: not edited by hand. */

export interface SystemSettingValues {
  /**
   * What "today" is, and the zone of times in lists, forms, messages and exports. A location may have its own.
   */
  'site.timezone': string;
  /**
   * How they are written on screen, in messages, and in files for people. Location cards always use AM and PM.
   */
  'site.locale': 'en-US' | 'en-US-u-hc-h23' | 'en-GB' | 'en-GB-u-hc-h12';
  /**
   * The terms of the academic year, offered as "This term" where dates are chosen. First and last day are a month and a day, as 08-17. A term that ends before it starts ends in the next year.
   */
  'site.terms': {
    /**
     * Such as Fall
     */
    name: string;
    /**
     * Month and day, as 08-17
     */
    start: string;
    /**
     * Month and day, as 12-20
     */
    end: string;
  }[];
  /**
   * Messages in the portal. One that still waits for an answer is kept, and so is what still has to be mailed.
   */
  'retention.messages': number;
  /**
   * The list of sent and refused mails. What still has to be sent is kept.
   */
  'retention.mails': number;
  /**
   * Reports of errors, and kinds of errors that have not happened since.
   */
  'retention.eventLog': number;
  /**
   * Jobs that are done, failed or cancelled. Dead letters stay until somebody decides about them, 90 days at most.
   */
  'retention.jobs': number;
  /**
   * A browser or program that sends a call again, because it never got the answer, is recognised so long: nothing is done twice.
   */
  'retention.repeats': number;
  /**
   * What people answered when they signed up, and their accessibility wishes, after the session. Attendance is kept.
   */
  'retention.signupAnswers': number;
  /**
   * Who changed which record, and its former values. Changes that are older can no longer be reverted.
   */
  'retention.audit': number;
  /**
   * From then on mails wait, for everybody who chooses nothing else, but for those that must be sent.
   */
  'messages.quietFrom': number;
  /**
   * The same hour as their beginning: there are none.
   */
  'messages.quietTo': number;
  /**
   * How long a login lasts at most. A change applies to new logins; existing sessions are kept.
   */
  'limits.sessionHours': number;
  /**
   * In 15 minutes, with one account from one address. Further ones have to wait.
   */
  'limits.loginTries': number;
  /**
   * Of messages about requests, and of each field for files that sets no size of its own.
   */
  'limits.uploadMegabytes': number;
  /**
   * Of its customer, in an hour.
   */
  'limits.messagesPerHour': number;
  /**
   * Of one person, in an hour: sign-ups, cancellations and accepted offers that they make themselves. What staff do for others does not count.
   */
  'limits.ticketChangesPerHour': number;
  /**
   * Of one person, in an hour, with all forms together.
   */
  'limits.requestsPerHour': number;
  /**
   * Of one person, within 24 hours, attached files included.
   */
  'limits.uploadMegabytesPerDay': number;
  /**
   * Of one person, as long as the files are stored. Files of records, such as those of events and locations, do not count.
   */
  'limits.uploadMegabytesTotal': number;
  /**
   * Uploads are refused when they would leave less than this on the disk of the uploaded files. The database stops when its disk is full.
   */
  'limits.freeDiskMegabytes': number;
  /**
   * Of one sender, in an hour.
   */
  'limits.announcementsPerHour': number;
  /**
   * One that leads to more of them is not sent.
   */
  'limits.announcementPeople': number;
  /**
   * From one address, in a minute. A campus network may share few addresses, and the search field asks while somebody types.
   */
  'limits.searchesPerMinute': number;
  /**
   * Of all registered sites together, in a minute. Further ones are not kept.
   */
  'limits.siteReportsPerMinute': number;
  /**
   * Scales all limits that callers share: searches, page views, feeds, logins with an identity provider, links in emails, error reports and data exports. Only callers above a small share of their own are refused, so nobody locks out others. Raise it for a large campus.
   */
  'limits.sharedPercent': number;
  /**
   * Analytics and the like, on public pages only, and for nobody who is logged in. Visitors are asked first: nothing is loaded without their consent, or where their browser asks sites not to track them. Their hosts enter the content security policy.
   */
  'visitors.programs': {
    /**
     * As visitors are told
     */
    name: string;
    /**
     * Visitors answer for each kind
     */
    kind: 'analytics' | 'recording';
    /**
     * What it is for, in a sentence that visitors read
     */
    purpose: string;
    /**
     * Its address, as https://stats.example.edu/script.js
     */
    script: string;
    /**
     * The other site that it sends to, if any, as https://collect.example.edu
     */
    sendsTo?: string;
  }[];
}

export type SettingKey = keyof SystemSettingValues;

/** The settings that the server reads. */
export const SETTING_KEYS: readonly SettingKey[] = [
  'site.timezone',
  'site.locale',
  'site.terms',
  'retention.messages',
  'retention.mails',
  'retention.eventLog',
  'retention.jobs',
  'retention.repeats',
  'retention.signupAnswers',
  'retention.audit',
  'messages.quietFrom',
  'messages.quietTo',
  'limits.sessionHours',
  'limits.loginTries',
  'limits.uploadMegabytes',
  'limits.messagesPerHour',
  'limits.ticketChangesPerHour',
  'limits.requestsPerHour',
  'limits.uploadMegabytesPerDay',
  'limits.uploadMegabytesTotal',
  'limits.freeDiskMegabytes',
  'limits.announcementsPerHour',
  'limits.announcementPeople',
  'limits.searchesPerMinute',
  'limits.siteReportsPerMinute',
  'limits.sharedPercent',
  'visitors.programs',
];
