/* Made from config/settings.json by `npm run generate`: not edited by hand. */

export interface SystemSettingValues {
  /**
   * In the header, in titles and in emails. Empty: productName of config/site.json.
   */
  'site.name': string;
  /**
   * On the login page: “Use your … account.” Empty: identityName of config/site.json.
   */
  'site.identityName': string;
  /**
   * Used for today’s date and for times in lists, forms, messages and exports. A location can have its own.
   */
  'site.timezone': string;
  /**
   * How they are written on screen, in messages, and in files for people. Location cards always use AM and PM.
   */
  'site.locale': 'en-US' | 'en-US-u-hc-h23' | 'en-GB' | 'en-GB-u-hc-h12';
  /**
   * For all prices, fees and payments. Changing it does not convert amounts.
   */
  'site.currency': string;
  /**
   * The terms of the academic year, offered as “This term” in date filters. First and last day are month and day, such as 08-17. A term that ends before it starts ends in the next year.
   */
  'site.terms': {
    /**
     * For example Fall
     */
    name: string;
    /**
     * Month and day, such as 08-17
     */
    start: string;
    /**
     * Month and day, such as 12-20
     */
    end: string;
  }[];
  /**
   * On: prices, fees and quotes already contain the tax. Off: it is added when people pay.
   */
  'prices.taxIncluded': boolean;
  /**
   * Proposed when staff write a quote. It cannot be accepted after its last day.
   */
  'prices.quoteDays': number;
  /**
   * How long the items of an order are reserved for a person who pays. A card payment that has begun extends it.
   */
  'store.reservationMinutes': number;
  /**
   * After an order has been ready for this many days, its customer is reminded. 0: no reminder.
   */
  'store.unclaimedDays': number;
  /**
   * Messages in the portal. Messages that need an answer or still have to be emailed are kept.
   */
  'retention.messages': number;
  /**
   * The list of sent and refused emails. Unsent emails are kept.
   */
  'retention.mails': number;
  /**
   * Error reports, and error types that have not happened since.
   */
  'retention.eventLog': number;
  /**
   * Completed, failed and canceled jobs. Dead letters are kept for up to 90 days.
   */
  'retention.jobs': number;
  /**
   * How long a repeated call is recognized, so that nothing is done twice.
   */
  'retention.repeats': number;
  /**
   * Sign-up answers and accessibility needs, counted from the session. Attendance is kept.
   */
  'retention.signupAnswers': number;
  /**
   * Arrivals and departures, counted from the arrival. Reports and the usual number of people are based on them.
   */
  'retention.visits': number;
  /**
   * What tap stations have read, and the outcome. Visits are kept.
   */
  'retention.taps': number;
  /**
   * Counted from their end.
   */
  'retention.duties': number;
  /**
   * Counted from the signature. Those that are still valid are kept.
   */
  'retention.signedWaivers': number;
  /**
   * Who changed a record and its former values. Older changes cannot be reverted.
   */
  'retention.audit': number;
  /**
   * Non-urgent emails wait during these hours unless a person chose otherwise.
   */
  'messages.quietFrom': number;
  /**
   * Set both to the same hour to turn quiet hours off.
   */
  'messages.quietTo': number;
  /**
   * Customers who have to accept a quote, pay, answer or pick up get two reminders, each after this many days. 0: none.
   */
  'requests.reminderDays': number;
  /**
   * After the second reminder. Any reply or payment reopens the request. 0: never.
   */
  'requests.staleDays': number;
  /**
   * If nothing is paid and nothing is ready for pickup. 0: never.
   */
  'requests.cancelDays': number;
  /**
   * People with one of these roles set up an authenticator app before they can do anything else. Logins at an identity provider are exempt: the provider asks for its own second factor.
   */
  'logins.secondFactorRoles': string[];
  /**
   * When people top up their own balance.
   */
  'payments.topUpMinimum': number;
  /**
   * When people top up their own balance.
   */
  'payments.topUpMaximum': number;
  /**
   * After that, the request expires, and the person chooses another way to pay.
   */
  'payments.approvalDays': number;
  /**
   * The largest refund that staff can make directly. Larger refunds require the permission “Refund any amount”.
   */
  'payments.refundLimit': number;
  /**
   * Values, separated by commas. The till suggests the next higher amounts when it takes cash, and lists each value when the drawer is counted.
   */
  'till.denominations': string;
  /**
   * Maximum duration of a login. Changes apply to new logins.
   */
  'limits.sessionHours': number;
  /**
   * Per account and address in 15 minutes. Further attempts have to wait.
   */
  'limits.loginTries': number;
  /**
   * For messages about requests, and for file fields without their own limit.
   */
  'limits.uploadMegabytes': number;
  /**
   * How many messages a customer can send about one request per hour.
   */
  'limits.messagesPerHour': number;
  /**
   * Per person, per hour: sign-ups, cancellations and accepted offers. Actions by staff do not count.
   */
  'limits.ticketChangesPerHour': number;
  /**
   * Per person, per hour, across all forms.
   */
  'limits.requestsPerHour': number;
  /**
   * Per person in 24 hours, including attachments.
   */
  'limits.uploadMegabytesPerDay': number;
  /**
   * Per person, for all stored files. Files of records such as events and locations do not count.
   */
  'limits.uploadMegabytesTotal': number;
  /**
   * Uploads that would leave less free space are refused. The database stops when its disk is full.
   */
  'limits.freeDiskMegabytes': number;
  /**
   * Per sender, per hour.
   */
  'limits.announcementsPerHour': number;
  /**
   * Announcements to more people are refused.
   */
  'limits.announcementPeople': number;
  /**
   * Per address, per minute. Keep it high: a campus network shares few addresses, and the search field searches while people type.
   */
  'limits.searchesPerMinute': number;
  /**
   * For all registered sites together, per minute. Further reports are dropped.
   */
  'limits.siteReportsPerMinute': number;
  /**
   * Scales all limits that callers share: searches, page views, feeds, logins with an identity provider, links in emails, error reports and data exports. Only callers above a small share of their own are refused, so no one locks out others. Raise it for a large campus.
   */
  'limits.sharedPercent': number;
  /**
   * Name, address and tax number, separated by commas. Empty: the name of the site.
   */
  'receipts.issuer': string;
  /**
   * For example, “R-” for R-000001
   */
  'receipts.prefix': string;
  /**
   * Numbers have no gaps. They can start again from 1 each year.
   */
  'receipts.numbering': 'running' | 'yearly';
  /**
   * Someone else must approve higher adjustments of balances. 0: no adjustment needs approval.
   */
  'balances.approvalAbove': number;
  /**
   * Owners of personal and department balances are notified once when less than this amount is left to spend. 0: never.
   */
  'balances.lowBalance': number;
  /**
   * Owners of free quota are notified once, this many days before its last day. 0: never.
   */
  'balances.quotaExpiryDays': number;
  /**
   * Analytics and similar scripts, on public pages and for logged-out visitors only. Nothing loads without consent, or if the browser requests not to be tracked. Their hosts are added to the content security policy.
   */
  'visitors.programs': {
    /**
     * Name shown to visitors
     */
    name: string;
    /**
     * Visitors consent to each kind separately
     */
    kind: 'analytics' | 'recording';
    /**
     * One sentence for visitors
     */
    purpose: string;
    /**
     * Address, for example https://stats.example.edu/script.js
     */
    script: string;
    /**
     * Another host that receives data, for example https://collect.example.edu
     */
    sendsTo?: string;
  }[];
}

export type SettingKey = keyof SystemSettingValues;

/** The settings that the server reads. */
export const SETTING_KEYS: readonly SettingKey[] = [
  'site.name',
  'site.identityName',
  'site.timezone',
  'site.locale',
  'site.currency',
  'site.terms',
  'prices.taxIncluded',
  'prices.quoteDays',
  'store.reservationMinutes',
  'store.unclaimedDays',
  'retention.messages',
  'retention.mails',
  'retention.eventLog',
  'retention.jobs',
  'retention.repeats',
  'retention.signupAnswers',
  'retention.visits',
  'retention.taps',
  'retention.duties',
  'retention.signedWaivers',
  'retention.audit',
  'messages.quietFrom',
  'messages.quietTo',
  'requests.reminderDays',
  'requests.staleDays',
  'requests.cancelDays',
  'logins.secondFactorRoles',
  'payments.topUpMinimum',
  'payments.topUpMaximum',
  'payments.approvalDays',
  'payments.refundLimit',
  'till.denominations',
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
  'receipts.issuer',
  'receipts.prefix',
  'receipts.numbering',
  'balances.approvalAbove',
  'balances.lowBalance',
  'balances.quotaExpiryDays',
  'visitors.programs',
];
