/* Made from schemas/resources by `npm run generate`: not edited by hand. */
import type { Json } from '../values/json.ts';

/**
 * An action of a form that runs once for a request.
 */
export interface RequestAction {
  id: number;
  submissionId: number;
  name: string;
  type: 'GrantAccess' | 'DiscountApplied' | 'EmailNotification' | 'ChangeBalance';
  state: 'waiting' | 'done' | 'failed';
  attempts: number;
  error: string | null;
  doneAt: string | null;
  grantedGroupId: number | null;
  /**
   * The last day.
   */
  endsOn: string | null;
  endedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The email address that a person last requested. It takes effect when the link in the confirmation email is opened. The link is signed and not stored.
 */
export interface AddressChange {
  id: number;
  userId: number;
  address: string;
  endsAt: string;
  confirmedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * What a person accepted before signing up for an event, with the text they saw.
 */
export interface Agreement {
  id: number;
  userId: number;
  eventId: number;
  termsVersion: string;
  minimumAge: number | null;
  text: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A person who was on the list when the announcement was created, and how it was delivered.
 */
export interface AnnouncementRecipient {
  id: number;
  announcementId: number;
  userId: number;
  /**
   * Empty until the announcement is sent. Left: the account was no longer active.
   */
  delivery: ('mail' | 'digest' | 'portal' | 'none' | 'left') | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A message from staff to the people on a list. The recipients are in announcementRecipients.
 */
export interface Announcement {
  id: number;
  subject: string;
  html: string;
  state: 'waiting' | 'sending' | 'sent' | 'cancelled';
  people: number;
  source: string;
  filter: {
    [k: string]: Json;
  } | null;
  senderId: number | null;
  dueAt: string;
  sentAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Creating one anonymizes an account permanently.
 */
export interface AnonymizedAccount {
  id: number;
  userId: number | null;
  requests: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface AuditEntry {
  id: number;
  at: string;
  actorId: number | null;
  actorName: string | null;
  ip: string | null;
  /**
   * The paired device at which it happened.
   */
  device: string | null;
  resource: string;
  recordId: string;
  action: 'create' | 'update' | 'delete' | 'revert';
  command: string | null;
  before: {
    [k: string]: Json;
  } | null;
  after: {
    [k: string]: Json;
  } | null;
  rowVersion: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An adjustment that a second person must approve.
 */
export interface BalanceApproval {
  id: number;
  balanceId: number;
  direction: 'increase' | 'decrease';
  amountCents: number;
  reason: string;
  state: 'waiting' | 'approved' | 'declined' | 'withdrawn';
  requestedById: number;
  decidedById: number | null;
  decidedAt: string | null;
  note: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A notice to the owner of a balance, once for each threshold.
 */
export interface BalanceNotice {
  id: number;
  balanceId: number;
  kind: 'low' | 'expiry';
  /**
   * The amount in cents, or the date of the expiry
   */
  threshold: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Balance {
  id: number;
  userId: number;
  name: string;
  kind: 'userPurse' | 'departmental' | 'grant';
  balanceCents: number;
  /**
   * For payments that are not completed yet
   */
  heldCents: number;
  /**
   * A negative amount is a credit limit.
   */
  floorCents: number;
  /**
   * The last day on which a free quota can be spent
   */
  expiresOn: string | null;
  /**
   * Row of the imported file. The same row is not granted twice.
   */
  importKey: string | null;
  /**
   * Free quota is spent first, then the balance with the lowest number.
   */
  priority: number;
  closedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The times of a block, for queries. For a series: from ten years back to about one year ahead.
 */
export interface BlockDate {
  id: number;
  blockId: number;
  startsAt: string;
  endsAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A time when a place is closed or reserved, other than for events.
 */
export interface Block {
  id: number;
  /**
   * Visible to staff only.
   */
  title: string;
  /**
   * What visitors see. If empty, a closure shows as “Closed” and private use is hidden.
   */
  publicTitle: string | null;
  /**
   * Closed and Maintenance close the place. Private reserves it. A hold is tentative and never shown to visitors.
   */
  kind: 'closed' | 'private' | 'maintenance' | 'hold';
  locationId: number;
  startsAt: string;
  endsAt: string;
  rule: string | null;
  /**
   * Dates to skip.
   */
  exceptDates: string[] | null;
  /**
   * When the last occurrence ends.
   */
  overBy: string | null;
  notes: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
  deletedAt: string | null;
}

/**
 * The closing of a month. No one can post to a closed month.
 */
export interface Closing {
  id: number;
  month: string;
  endsAt: string;
  transactions: number;
  /**
   * The debits of all accounts, which equal the credits.
   */
  totalCents: number;
  closedAt: string;
  closedById: number | null;
  reopenedAt: string | null;
  reopenedById: number | null;
  reason: string | null;
  /**
   * The month, as long as it is closed.
   */
  activeFor: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A staff feed, or a feed of a person’s own tickets. Its address contains a random token; only the token’s hash is stored.
 */
export interface CalendarFeed {
  id: number;
  tokenHash: string;
  userId: number;
  kind: 'staff' | 'own';
  title: string;
  locationId: number | null;
  lastReadAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Text that staff can insert into a message to a customer.
 */
export interface CannedReply {
  id: number;
  title: string;
  /**
   * Where it is offered.
   */
  kind: 'Default' | 'Question' | 'Confirmation' | 'Resubmit';
  /**
   * {customer} is the customer’s name, {number} the request number, {form} the form’s name. They are filled in when staff insert the reply.
   */
  text: string;
  order: number | null;
  /**
   * Inactive replies are not offered.
   */
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Identifies a card across drafts and published versions of its page.
 */
export interface CardKey {
  id: number;
  cardId: number;
  key: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Card {
  id: number;
  title: string;
  pageId: number;
  type:
    | 'StandardCard'
    | 'RawHtmlCard'
    | 'LocationCard'
    | 'SessionsCard'
    | 'CenterCard'
    | 'ListCard'
    | 'ActionCard'
    | 'AboutMeCard'
    | 'Divider';
  order: number;
  data: {
    [k: string]: Json;
  } | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Items in the carts of the web store.
 */
export interface CartItem {
  id: number;
  userId: number;
  itemId: number;
  quantity: number;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Category {
  id: number;
  name: string;
  description: string | null;
  color: string | null;
  parentId: number | null;
  order: number | null;
  /**
   * Also applies to its subcategories. Leave roles and groups empty to show it to everyone.
   */
  visibleToRoles: string[] | null;
  /**
   * Portal groups, including directory groups that belong to them.
   */
  visibleToGroupIds: number[] | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface CenterUser {
  id: number;
  centerId: number;
  userId: number;
  status: 'active' | 'blocked';
  waiverSignedOn: string | null;
  blockedUntil: string | null;
  blockReason: string | null;
  notes: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Center {
  id: number;
  name: string;
  locationId: number | null;
  contactEmail: string | null;
  description: string | null;
  capacity: number | null;
  /**
   * The cards of the center view. Leave empty for the standard cards.
   */
  pageId: number | null;
  /**
   * Shown in the center view.
   */
  announcement: string | null;
  announcedUntil: string | null;
  /**
   * Signed at the tap station on arrival.
   */
  waiverTextIds: number[] | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * What a person owes for one thing.
 */
export interface Charge {
  id: number;
  endpoint: 'request' | 'ticket' | 'order' | 'topup';
  /**
   * Owner of the request, sign-up, order or balance.
   */
  sourceId: number;
  userId: number;
  title: string;
  lines: {
    label: string;
    amountCents: number;
    kind: 'item' | 'discount' | 'tax';
    /**
     * Of an item: with its part of the discount and the tax.
     */
    totalCents?: number;
    /**
     * The part of an item.
     */
    discountCents?: number;
    /**
     * The part of an item.
     */
    taxCents?: number;
  }[];
  amountCents: number;
  taxCents: number;
  discountCents: number;
  discountId: number | null;
  /**
   * Empty for an amount.
   */
  discountPercent: number | null;
  discountReason: string | null;
  /**
   * Excluding refunds.
   */
  paidCents: number;
  state: 'open' | 'paid' | 'void';
  deskCode: string;
  paidAt: string | null;
  /**
   * What an open charge is for. Prevents a second open charge.
   */
  openFor: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Marks a class requirement as done for one student without a ticket, because they met it elsewhere. Applies to this class only.
 */
export interface ClassExemptions {
  id: number;
  entryId: number;
  requirementId: number;
  reason: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An event that every student of the class must attend by a date.
 */
export interface ClassRequirement {
  id: number;
  classId: number;
  eventId: number;
  /**
   * The last day to attend. Default: the class’s training deadline.
   */
  dueOn: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Class {
  id: number;
  title: string;
  subject: string;
  number: string;
  section: string;
  /**
   * For example 2026-fall.
   */
  term: string;
  instructorId: number | null;
  requiredBy: string | null;
  active: boolean | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A session that was scheduled over a conflict, and the reason.
 */
export interface ConflictOverride {
  id: number;
  instanceId: number;
  conflicts: string;
  reason: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Credentials {
  id: number;
  userId: number;
  passwordHash: string;
  changedAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * What a person charged to a department, or asks to charge.
 */
export interface DepartmentCharge {
  id: number;
  balanceId: number;
  contactId: number;
  userId: number;
  title: string;
  amountCents: number;
  refundedCents: number;
  account: string | null;
  state: 'requested' | 'approved' | 'declined' | 'charged' | 'expired' | 'withdrawn';
  source: string;
  sourceId: string;
  path: string | null;
  chargedAt: string | null;
  expiresAt: string | null;
  decidedById: number | null;
  decidedAt: string | null;
  reason: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Who can charge a department, and how much.
 */
export interface DepartmentRule {
  id: number;
  balanceId: number;
  groupId: number | null;
  /**
   * A rule for a person replaces the rules for the person’s groups.
   */
  userId: number | null;
  /**
   * Empty: no limit.
   */
  maxCents: number | null;
  period: ('day' | 'month' | 'year') | null;
  /**
   * The contact must approve higher amounts. 0: all amounts. Empty: none.
   */
  approvalAboveCents: number | null;
  /**
   * # is a digit, A a letter, * either; other characters stay the same: ###-######-AA. Empty: not requested.
   */
  accountFormat: string | null;
  accountCheck: 'none' | 'luhn' | 'mod97';
  /**
   * Where people find their account string
   */
  accountHint: string | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A device that shows a code and waits for an administrator to enter it.
 */
export interface DevicePairing {
  id: number;
  codeHash: string;
  secretHash: string;
  kind: 'kiosk' | 'tapStation';
  deviceId: number | null;
  expiresAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A display or card reader that is paired with a center, or with one session for self check-in. Only the hash of its token is stored.
 */
export interface Device {
  id: number;
  name: string;
  kind: 'kiosk' | 'tapStation' | 'selfCheckIn';
  centerId: number | null;
  /**
   * People check in to it on their own at this device.
   */
  instanceId: number | null;
  /**
   * Administrators are notified when the device has not been seen for this long during opening hours. Leave empty for no report.
   */
  silenceMinutes: number | null;
  tokenHash: string | null;
  pairedAt: string;
  pairedById: number | null;
  lastSeenAt: string | null;
  silenceNoticedAt: string | null;
  revokedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Discount {
  id: number;
  /**
   * Customers see it as the reason, such as “Students”.
   */
  name: string;
  groupId: number | null;
  percent: number | null;
  /**
   * Instead of a percentage. At most the price itself.
   */
  amountCents: number | null;
  scope: ('everything' | 'requests' | 'store' | 'events') | null;
  formId: number | null;
  storeItemId: number | null;
  eventId: number | null;
  /**
   * And of its subcategories.
   */
  categoryId: number | null;
  startsOn: string | null;
  endsOn: string | null;
  /**
   * Each payment counts as one use. A full refund returns it.
   */
  usesTotal: number | null;
  usesPerPerson: number | null;
  /**
   * Only people who enter it get the discount. Uppercase letters and digits; people can enter it in lowercase and with spaces or hyphens.
   */
  code: string | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A card payment that the cardholder disputes with the bank.
 */
export interface Dispute {
  id: number;
  paymentId: number;
  providerId: string;
  amountCents: number;
  /**
   * The amount that the provider has withdrawn and not returned.
   */
  withdrawnCents: number;
  reason: string | null;
  state: 'inquiry' | 'needsResponse' | 'underReview' | 'won' | 'lost';
  openedAt: string;
  respondBy: string | null;
  closedAt: string | null;
  lossJournalId: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A link that shows a page draft without an account. The link is signed and not stored.
 */
export interface DraftLink {
  id: number;
  pageId: number;
  expiresAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Draft {
  id: number;
  userId: number;
  formId: number;
  formVersionId: number;
  /**
   * The request being edited; 0 for a new request.
   */
  submissionId: number | null;
  data: {
    [k: string]: Json;
  };
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A shift of staff at a center.
 */
export interface Duty {
  id: number;
  centerId: number;
  userId: number;
  /**
   * Shown next to the first name in the center view: "Laser cutters".
   */
  task: string | null;
  startsAt: string;
  endsAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A credential earned by attending a session, or granted by an action of a request. Undoing the attendance mark revokes an earned credential.
 */
export interface EarnedCredential {
  id: number;
  userId: number;
  credentialId: number;
  ticketId: number | null;
  earnedAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The code of a discount that a person has entered.
 */
export interface EnteredCode {
  id: number;
  userId: number;
  discountId: number;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Proof of attending an event, such as a safety training. Each event names the credential it grants.
 */
export interface EventCredentials {
  id: number;
  name: string;
  description: string | null;
  /**
   * Counted from the day of the session. Leave empty if it never expires.
   */
  validDays: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface EventType {
  id: number;
  level: 'error' | 'warning';
  message: string;
  place: string | null;
  count: number;
  firstAt: string;
  lastAt: string;
  fingerprint: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface ErrorReport {
  id: number;
  kindId: number | null;
  level: 'error' | 'warning';
  message: string;
  exception: string | null;
  location: string | null;
  userId: number | null;
  ip: string | null;
  userAgent: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Sessions that were scheduled together. Each is a session with its own times.
 */
export interface SessionSeries {
  id: number;
  eventId: number;
  startsAt: string;
  endsAt: string;
  rule: string | null;
  /**
   * Skipped dates.
   */
  exceptDates: string[] | null;
  /**
   * Signing up reserves a seat in every session. Individual sessions cannot be booked.
   */
  isBookedAsWhole: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Event {
  id: number;
  title: string;
  categoryId: number;
  summary: string | null;
  description: string | null;
  defaultMinutes: number;
  defaultCapacity: number;
  defaultLocationId: number | null;
  defaultInstructorIds: number[] | null;
  feeCents: number | null;
  taxRateId: number | null;
  signupOpensDays: number | null;
  signupClosesHours: number | null;
  cancelDeadlineHours: number | null;
  /**
   * Later cancellations get no refund. Staff can still refund them.
   */
  refundDeadlineHours: number | null;
  /**
   * A person can hold a seat in only one upcoming session of this event.
   */
  oneSeatPerPerson: boolean | null;
  waitlistOn: boolean | null;
  waitlistMax: number | null;
  offerHours: number | null;
  noShowLimit: number | null;
  lateCancelLimit: number | null;
  limitDays: number | null;
  /**
   * For this event, starting from the last no-show or late cancellation.
   */
  blockDays: number | null;
  minimumAge: number | null;
  /**
   * A liability waiver or safety rules that everyone accepts when signing up. The accepted text is stored.
   */
  liabilityText: string | null;
  /**
   * How many people staff can sign up beyond capacity, each with a reason. Set by event administrators.
   */
  overbookLimit: number | null;
  /**
   * Leave roles and groups empty to show it to everyone. Event staff always see it.
   */
  visibleToRoles: string[] | null;
  /**
   * Portal groups, including directory groups that belong to them.
   */
  visibleToGroupIds: number[] | null;
  /**
   * A published form for sign-up. Its required questions must be answered to get a seat.
   */
  formId: number | null;
  /**
   * Free text. Only staff who process the event can read it.
   */
  asksWishes: boolean | null;
  bring: string | null;
  /**
   * The credential that attending grants.
   */
  credentialId: number | null;
  kioskVisible: boolean | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
  deletedAt: string | null;
}

export interface File {
  id: string;
  name: string;
  mime: string;
  size: number;
  sha256: string;
  storageKey: string;
  thumbnailKey: string | null;
  uploaderId: number;
  formVersionId: number | null;
  field: string | null;
  resource: string | null;
  recordId: string | null;
  submissionId: number | null;
  requestMessageId: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An action that runs automatically when a request of the form reaches a status. It takes effect when the form is published.
 */
export interface FormAction {
  id: number;
  formId: number;
  /**
   * Shown to staff and in the history of requests. A request runs an action of one name only once.
   */
  name: string;
  on:
    'Submitted' | 'Accepted' | 'PaymentComplete' | 'ReadyForFabrication' | 'InProcess' | 'ReadyForPickup' | 'Completed';
  type: 'GrantAccess' | 'DiscountApplied' | 'EmailNotification' | 'ChangeBalance';
  /**
   * The customer becomes a member and gets the roles of the group.
   */
  groupId: number | null;
  credentialId: number | null;
  /**
   * From the day on which it is granted.
   */
  days: number | null;
  /**
   * The last day. If days are set too, the earlier date applies.
   */
  until: string | null;
  percent: number | null;
  discountCents: number | null;
  /**
   * Edit its text at Message templates.
   */
  template: ('requestNotification' | 'softwarelicenseemail') | null;
  text: string | null;
  amountFrom: ('fixed' | 'paid' | 'answer') | null;
  /**
   * Added to the customer’s personal balance. A negative amount is deducted.
   */
  amountCents: number | null;
  field: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface FormGroup {
  id: number;
  title: string;
  /**
   * Lowercase letters, digits and single hyphens. Used in addresses.
   */
  name: string;
  description: string | null;
  order: number | null;
  /**
   * Inactive groups are not offered.
   */
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface FormVersion {
  id: number;
  formId: number;
  number: number;
  costType: 'Poster' | 'Quoted' | 'Assigned' | 'Free' | 'Approval' | 'DirectCostInput' | 'AssignedGranular';
  publishedAt: string;
  publishedById: number | null;
  /**
   * Until then, drafts started on an earlier version can still be submitted.
   */
  earlierDraftsUntil: string | null;
  validatorHash: string | null;
  schema: {
    [k: string]: Json;
  };
  /**
   * By name.
   */
  actions: {
    [k: string]: Json;
  } | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Form {
  id: number;
  title: string;
  /**
   * Lowercase letters, digits and single hyphens. Used in addresses.
   */
  name: string;
  groupId: number | null;
  description: string | null;
  /**
   * Determines the steps of a request.
   */
  costType: 'Poster' | 'Quoted' | 'Assigned' | 'Free' | 'Approval' | 'DirectCostInput' | 'AssignedGranular';
  taxRateId: number | null;
  /**
   * Inactive forms are not offered.
   */
  active: boolean;
  /**
   * Events use it for sign-up questions. It is not offered as a request and cannot have file fields.
   */
  forEvents: boolean | null;
  opensAt: string | null;
  closesAt: string | null;
  /**
   * Leave empty for no limit.
   */
  perUserLimit: number | null;
  assigneeId: number | null;
  /**
   * Adds the step Ready for pickup.
   */
  usesPickup: boolean | null;
  /**
   * The place, its opening hours and how to pay there are shown to customers whose payment is due.
   */
  paymentPlaceId: number | null;
  /**
   * For example: card or cash at the counter. Have your request number ready.
   */
  paymentNote: string | null;
  paymentDays: number | null;
  pickupPlaceId: number | null;
  /**
   * For example: bring your student ID.
   */
  pickupNote: string | null;
  pickupDays: number | null;
  /**
   * Customers who have to do something get two reminders, each after this many days. 0: none.
   */
  reminderDays: number | null;
  /**
   * After the second reminder. 0: never.
   */
  staleDays: number | null;
  /**
   * If nothing is paid and nothing is ready for pickup. 0: never.
   */
  cancelDays: number | null;
  /**
   * The message customers receive when their request is completed. Leave empty for the default.
   */
  completedEvent: 'softwarelicenseemail' | null;
  /**
   * How long drafts of the previous version can still be submitted after a new version is published.
   */
  draftDays: number | null;
  order: number | null;
  currentVersionId: number | null;
  draftSchema: {
    [k: string]: Json;
  } | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
  deletedAt: string | null;
}

/**
 * A time at which the provider’s transactions were read and compared with the ledger.
 */
export interface Comparison {
  id: number;
  at: string;
  since: string;
  transactions: number;
  newTransactions: number;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A movement of the portal’s account at the card provider, as the provider reports it.
 */
export interface ProviderTransaction {
  id: number;
  providerId: string;
  kind: 'payment' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other';
  /**
   * Negative if money leaves the provider’s account.
   */
  amountCents: number;
  feeCents: number;
  /**
   * The provider’s refund, dispute or payout.
   */
  sourceId: string | null;
  intentId: string | null;
  at: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Group {
  id: number;
  name: string;
  description: string | null;
  /**
   * Every member of the group has these roles.
   */
  roles: string[] | null;
  /**
   * Names or IDs of groups of a directory or identity provider. Their members join this group at their next login, or within an hour. "campus:staff" is the group "staff" of "campus" only. If a directory and a provider have the same name, use "ldap:campus:staff" and "openid:campus:staff".
   */
  directoryNames: string[] | null;
  /**
   * Members pay no tax on what they buy.
   */
  taxExempt: boolean | null;
  active: boolean | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A notice to one person about a change that can still be undone. It is sent when it is due. A later change to the same topic replaces it. Undoing the change deletes it.
 */
export interface HeldNotice {
  id: number;
  userId: number;
  topic: string;
  before: string;
  notice: {
    [k: string]: Json;
  };
  dueAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface SpecialHours {
  id: number;
  /**
   * Shown next to the hours, for example Thanksgiving.
   */
  reason: string;
  /**
   * Leave empty for all locations.
   */
  locationId: number | null;
  startsOn: string;
  endsOn: string;
  closed: boolean;
  opensAt: number | null;
  closesAt: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface IdempotencyKey {
  id: number;
  userId: number;
  scope: string;
  key: string;
  bodyHash: string;
  status: number | null;
  answer: {
    [k: string]: Json;
  } | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A person as known by a directory or identity provider. Identified by the provider and its permanent ID, never by name or address.
 */
export interface Identity {
  id: number;
  /**
   * Empty until an administrator links an account to this login.
   */
  userId: number | null;
  userName: string;
  displayName: string | null;
  email: string | null;
  provider: string;
  issuer: string;
  subject: string;
  /**
   * The account’s name and address follow this identity.
   */
  isLeading: boolean | null;
  /**
   * As of the last sync.
   */
  groups: string[] | null;
  /**
   * Until they can be read again, the last known groups apply.
   */
  groupsUnreadSince: string | null;
  lastSeenAt: string | null;
  checkedAt: string | null;
  goneSince: string | null;
  goneReason: ('missing' | 'disabled') | null;
  /**
   * The account reopens when the person returns.
   */
  closedAccount: boolean | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Image {
  id: number;
  file: string;
  name: string;
  /**
   * Describes the image for people who cannot see it.
   */
  alt: string | null;
  width: number;
  height: number;
  bytes: number;
  sha256: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Session {
  id: number;
  eventId: number;
  status: 'draft' | 'published' | 'cancelled' | 'done';
  startsAt: string;
  endsAt: string;
  seriesId: number | null;
  /**
   * The originally planned day, even if the session was moved.
   */
  occurrence: string | null;
  /**
   * Fields that series changes do not overwrite.
   */
  ownFields: string[] | null;
  /**
   * Add dates if the session spans several days. After saving, all dates are listed here; start and end are those of the first and last date.
   */
  dates:
    | {
        startsAt: string;
        endsAt: string;
        locationId?: number;
        note?: string;
      }[]
    | null;
  locationId: number | null;
  locationNote: string | null;
  joinUrl: string | null;
  instructorIds: number[] | null;
  classId: number | null;
  capacity: number;
  walkInsAllowed: boolean | null;
  signupOpensAt: string | null;
  signupClosesAt: string | null;
  /**
   * Hidden from all lists. Anyone with one of its links can see it and sign up.
   */
  isPrivate: boolean | null;
  /**
   * Overrides the event’s setting. Set by event administrators.
   */
  overbookLimit: number | null;
  confirmed: number | null;
  waiting: number | null;
  /**
   * Increases with each email that changes the entry in attendees’ calendars.
   */
  calendarSequence: number | null;
  /**
   * The start before it was last moved after publishing.
   */
  movedFrom: string | null;
  notes: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * What staff enter at a kiosk after their card, to open staff pages.
 */
export interface KioskPIN {
  id: number;
  userId: number;
  pinHash: string;
  changedAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface LedgerAccounts {
  id: number;
  code: string;
  name: string;
  kind: 'liability' | 'asset' | 'revenue' | 'expense' | 'equity';
  /**
   * The balance of this account, whose row has the counters. Other accounts are summed.
   */
  balanceId: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An amount of a balance that is reserved for a payment that can still fail.
 */
export interface Hold {
  id: number;
  balanceId: number;
  amountCents: number;
  state: 'held' | 'captured' | 'voided';
  source: string;
  sourceId: string;
  expiresAt: string;
  journalId: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface LedgerJournals {
  id: number;
  /**
   * The cause, with its id. The same source is never posted twice for one purpose.
   */
  source: string;
  sourceId: string;
  purpose:
    | 'opening'
    | 'topUp'
    | 'grant'
    | 'adjustment'
    | 'expiry'
    | 'payment'
    | 'transfer'
    | 'payout'
    | 'settlement'
    | 'refund'
    | 'reversal'
    | 'dispute'
    | 'fee';
  reversesId: number | null;
  at: string;
  /**
   * Who owes or receives the money if no balance identifies the person.
   */
  userId: number | null;
  actorId: number | null;
  memo: string;
  /**
   * When it happened, if it was posted later.
   */
  eventAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A balanced movement: one account receives what another gives.
 */
export interface Posting {
  id: number;
  journalId: number;
  debitId: number;
  creditId: number;
  amountCents: number;
  /**
   * Copied from the transaction, like the type, because lists of postings are filtered and sorted by both.
   */
  at: string;
  purpose:
    | 'opening'
    | 'topUp'
    | 'grant'
    | 'adjustment'
    | 'expiry'
    | 'payment'
    | 'transfer'
    | 'payout'
    | 'settlement'
    | 'refund'
    | 'reversal'
    | 'dispute'
    | 'fee';
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * How often a link’s target was viewed. Stored separately so that the link itself does not change.
 */
export interface LinkViews {
  id: number;
  linkId: number;
  views: number;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Link {
  id: number;
  title: string;
  /**
   * A page of this site, found by its title, or any web address.
   */
  url: string;
  category: string;
  views: number | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Location {
  id: number;
  displayName: string;
  buildingCode: string;
  room: string;
  /**
   * Default: the campus time zone.
   */
  timezone: string | null;
  capacity: number | null;
  /**
   * Which door, which stairs, where the elevator is. Visible to visitors.
   */
  directions: string | null;
  /**
   * A floor plan that marks the room.
   */
  planImage: string | null;
  /**
   * For people who cannot see it.
   */
  planAlt: string | null;
  /**
   * Shown to customers when a request or a seat has to be paid here. A form can override it.
   */
  paymentNote: string | null;
  hours: {
    weekends: boolean;
    /**
     * Days without hours are closed.
     */
    openTimes: number[];
    closeTimes: number[];
  } | null;
  isPublic: boolean | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface LoginAttempt {
  id: number;
  account: string;
  ip: string;
  device: string | null;
  succeeded: boolean;
  at: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Equipment at a center, and what a person needs to use it.
 */
export interface Machine {
  id: number;
  name: string;
  centerId: number;
  state: 'available' | 'inUse' | 'maintenance' | 'outOfOrder';
  /**
   * Shown next to the state: what is wrong, and until when.
   */
  stateNote: string | null;
  /**
   * A person can use the machine with all of them.
   */
  credentialIds: number[] | null;
  waiverTextIds: number[] | null;
  active: boolean | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An email to one address: waiting, sent or refused. Its content is in the message.
 */
export interface Email {
  id: number;
  address: string;
  userId: number | null;
  /**
   * The message it contains. If the message was deleted, only the fact that an email was sent remains.
   */
  messageId: number | null;
  category: string;
  event: string;
  /**
   * Sent immediately, regardless of the recipient’s settings.
   */
  isMandatory: boolean | null;
  state: 'queued' | 'digest' | 'sending' | 'sent' | 'deferred' | 'refused' | 'unknown' | 'suppressed' | 'cancelled';
  /**
   * While it waits, a newer email to the same person about the same topic replaces it.
   */
  topic: string | null;
  subject: string;
  dueAt: string;
  attempts: number | null;
  lastTriedAt: string | null;
  lastCode: number | null;
  lastAnswer: string | null;
  sentAt: string | null;
  headerId: string;
  digestId: number | null;
  /**
   * The result of each attempt, newest last.
   */
  tries:
    | {
        at: string;
        outcome: 'sent' | 'deferred' | 'refused' | 'unknown' | 'suppressed' | 'bounced' | 'unavailable';
        code?: number;
        answer: string;
      }[]
    | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * How a person wants to receive a category of messages.
 */
export interface MessageChoice {
  id: number;
  userId: number;
  category: string;
  delivery: 'mail' | 'digest' | 'portal' | 'none';
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A person’s message in the portal.
 */
export interface MessageRecipient {
  id: number;
  messageId: number;
  userId: number;
  readAt: string | null;
  archivedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Text that staff wrote to replace a default template. The highest number is in use.
 */
export interface MessageTemplateVersion {
  id: number;
  event: string;
  audience: string;
  number: number;
  /**
   * Empty: this version restores the default template.
   */
  subject: string | null;
  body: string | null;
  shippedSubject: string;
  /**
   * At the time this version was saved.
   */
  shippedBody: string;
  savedById: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A message to one or more people. The recipients are in messageRecipients.
 */
export interface Message {
  id: number;
  event: string;
  category: string;
  kind: 'Question' | 'Confirmation' | 'Cancel' | 'Resubmit' | 'Default' | 'Override' | 'StatusUpdate';
  subject: string;
  html: string;
  /**
   * Shown in the portal instead of the full text.
   */
  written: string | null;
  audience: string | null;
  /**
   * Refers to messageTemplates. Empty: the default template.
   */
  templateVersion: number | null;
  values: {
    [k: string]: Json;
  } | null;
  authorKind: 'Customer' | 'Staff' | 'System';
  authorId: number | null;
  authorName: string | null;
  about: string | null;
  aboutId: number | null;
  aboutTitle: string | null;
  aboutPath: string | null;
  /**
   * What its emails add to or remove from the recipient’s calendar.
   */
  calendar:
    | {
        uid: string;
        sequence: number;
        method: 'REQUEST' | 'CANCEL';
        start: string;
        end: string;
        title: string;
        place: string;
        description: string;
        organizer: {
          name: string;
          address: string;
        };
      }[]
    | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface IdentityProviderSession {
  id: number;
  sessionId: number;
  provider: string;
  issuer: string;
  subject: string;
  sid: string | null;
  tokens: string;
  isRenewable: boolean | null;
  checkedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface OrderLine {
  id: number;
  orderId: number;
  itemId: number;
  name: string;
  quantity: number;
  unitCents: number;
  /**
   * Reserved stock until the order is paid, canceled or expired
   */
  reserved: number;
  collected: number;
  returned: number;
  /**
   * Not handed out.
   */
  canceled: number;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Order {
  id: number;
  userId: number;
  storeId: number;
  state: 'open' | 'placed' | 'ready' | 'partlyCollected' | 'collected' | 'canceled' | 'expired';
  summary: string;
  totalCents: number;
  pickupCode: string;
  /**
   * Where it waits for pickup, such as B3.
   */
  shelf: string | null;
  expiresAt: string | null;
  placedAt: string | null;
  readyAt: string | null;
  remindedAt: string | null;
  collectedAt: string | null;
  canceledAt: string | null;
  reason: string | null;
  /**
   * The cashier who sold it at the desk.
   */
  soldById: number | null;
  /**
   * Store and person while an order of the web store is not paid. Prevents a second unpaid order.
   */
  openFor: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface PageDraft {
  id: number;
  pageId: number;
  content: {
    [k: string]: Json;
  };
  publishAt: string | null;
  scheduledById: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A browser tab in which a page is being edited. It expires when the tab stops reporting.
 */
export interface PagePresence {
  id: number;
  pageId: number;
  userId: number;
  tab: string;
  section: string | null;
  seenAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface PageVersion {
  id: number;
  pageId: number;
  number: number;
  kind: ('published' | 'setAside' | 'draft') | null;
  content: {
    [k: string]: Json;
  };
  publishedAt: string;
  publishedById: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * How often a page was viewed on one day. Visitors are not recorded.
 */
export interface PageViews {
  id: number;
  day: string;
  pageName: string;
  path: string;
  category: string;
  views: number;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Page {
  id: number;
  title: string;
  /**
   * Lowercase letters, digits and single hyphens. Used in the address. The page named home is the home page.
   */
  name: string;
  /**
   * Standard: text. Card: cards in a grid. About Me: a person. Raw Html: unmodified HTML, including frames.
   */
  type: 'Standard' | 'Raw Html' | 'About Me' | 'Card';
  theme: ('auto' | 'light' | 'dark' | 'none') | null;
  /**
   * Overrides the theme’s background.
   */
  backgroundUrl: string | null;
  /**
   * One or two sentences for search results and shared links.
   */
  summary: string | null;
  /**
   * Groups page views in reports.
   */
  category: string | null;
  tags: string[] | null;
  /**
   * In the side bar, or at the bottom on phones. The home page is always included.
   */
  inNavigation: boolean | null;
  /**
   * One or two short words. Default: the page title.
   */
  navigationLabel: string | null;
  navigationIcon:
    | (
        | 'house'
        | 'info'
        | 'wrench'
        | 'hammer'
        | 'boxes'
        | 'package'
        | 'printer'
        | 'scissors'
        | 'palette'
        | 'zap'
        | 'ruler'
        | 'monitor'
        | 'clock'
        | 'calendar-days'
        | 'map-pin'
        | 'map'
        | 'building-2'
        | 'users'
        | 'contact'
        | 'phone'
        | 'mail'
        | 'message-circle'
        | 'coins'
        | 'tag'
        | 'wallet'
        | 'shopping-cart'
        | 'store'
        | 'graduation-cap'
        | 'school'
        | 'book-open'
        | 'library'
        | 'file-text'
        | 'newspaper'
        | 'megaphone'
        | 'lightbulb'
        | 'rocket'
        | 'star'
        | 'heart'
        | 'award'
        | 'image'
        | 'shield-check'
        | 'ticket'
        | 'gift'
        | 'circle-question-mark'
      )
    | null;
  /**
   * Lower numbers come first. Pages without a number follow in alphabetical order.
   */
  navigationOrder: number | null;
  published: boolean | null;
  data: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
  deletedAt: string | null;
}

/**
 * A link that sets an account’s password once. An account has at most one. The link is signed; only its hash is stored.
 */
export interface PasswordLink {
  id: number;
  userId: number;
  purpose: 'invitation' | 'reset';
  /**
   * Random. The link is derived from it with the server’s secret when the email is sent.
   */
  seed: string;
  tokenHash: string;
  endsAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Payment {
  id: number;
  chargeId: number;
  payerId: number | null;
  method: 'balance' | 'department' | 'card' | 'cash' | 'deskCard';
  balanceId: number | null;
  amountCents: number;
  refundedCents: number;
  /**
   * The amount that arrived too late and was then applied to a charge, moved to a balance or written off.
   */
  settledCents: number;
  state: 'created' | 'open' | 'captured' | 'failed' | 'expired' | 'canceled';
  sessionId: string | null;
  intentId: string | null;
  checkoutUrl: string | null;
  request: {
    [k: string]: Json;
  } | null;
  expiresAt: string | null;
  journalId: number | null;
  /**
   * Nothing was due anymore. The amount is in the suspense account.
   */
  isLate: boolean | null;
  /**
   * The cardholder disputes it, or has won the dispute. It cannot be refunded.
   */
  isDisputed: boolean | null;
  capturedAt: string | null;
  account: string | null;
  note: string | null;
  /**
   * The staff member at the desk.
   */
  byId: number | null;
  /**
   * The charge while a card payment is in progress. Prevents a second one.
   */
  liveFor: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Money that the card provider sends to the bank.
 */
export interface Payout {
  id: number;
  providerId: string;
  amountCents: number;
  sentAt: string;
  state: 'unmatched' | 'matched' | 'failed';
  bankReference: string | null;
  bankDate: string | null;
  matchedById: number | null;
  matchedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Permission {
  id: number;
  role: string;
  /**
   * A resource, or * for all resources.
   */
  resource: string;
  actions: string[];
  /**
   * Field names, or * for all fields.
   */
  readFields: string[];
  /**
   * Field names, or * for all fields.
   */
  writeFields: string[];
  /**
   * A filter such as {"submittedById": "$user.id"}. Leave empty for all rows.
   */
  condition: {
    [k: string]: Json;
  } | null;
  description: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Preference {
  id: number;
  userId: number;
  key: string;
  value: {
    [k: string]: Json;
  };
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Prerequisite {
  id: number;
  /**
   * The event that requires it.
   */
  eventId: number;
  kind: 'eventAttended' | 'credential' | 'class' | 'role';
  requiredEventId: number | null;
  credentialId: number | null;
  classId: number | null;
  role: string | null;
  /**
   * Prerequisites of an event that share a name here are alternatives. One of them is enough.
   */
  alternative: string | null;
  validDays: number | null;
  note: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * When emails to a person are held. No hours: never. No record: the site’s quiet hours.
 */
export interface PersonalQuietHours {
  id: number;
  userId: number;
  fromHour: number | null;
  toHour: number | null;
  zone: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A revision of the quote for a request. Its lines never change.
 */
export interface Quote {
  id: number;
  submissionId: number;
  number: number;
  lines: {
    label: string;
    quantity: number;
    unitCents: number;
  }[];
  totalCents: number;
  expiresOn: string;
  state: 'sent' | 'accepted' | 'changesRequested' | 'superseded' | 'withdrawn';
  byName: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * How often something happened in the current window, across all server processes. Addresses are stored as a hash that changes daily.
 */
export interface RateLimit {
  id: number;
  key: string;
  count: number;
  endsAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The payment at the time of the receipt. Refunds appear below it.
 */
export interface Receipt {
  id: number;
  number: string;
  /**
   * 0: numbers continue across years.
   */
  year: number;
  sequence: number;
  chargeId: number;
  endpoint: 'request' | 'ticket' | 'order' | 'topup';
  customerId: number;
  customerName: string;
  issuedAt: string;
  issuer: string | null;
  title: string;
  lines: {
    label: string;
    amountCents: number;
    kind: 'item' | 'discount' | 'tax';
  }[];
  payments: {
    paymentId: number;
    method: 'balance' | 'department' | 'card' | 'cash' | 'deskCard';
    amountCents: number;
    paidAt: string;
    account?: string;
  }[];
  amountCents: number;
  discountCents: number;
  discountReason: string | null;
  taxCents: number;
  tokenHash: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Sends visitors from a former page address to another page.
 */
export interface Redirect {
  id: number;
  /**
   * The last part of the old address: /content/static/former-name. The redirect stops working when a page takes this name.
   */
  name: string;
  /**
   * If empty, visitors see that the page was deleted.
   */
  pageId: number | null;
  /**
   * When the redirect ends. Leave empty to keep it.
   */
  expiresAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Refund {
  id: number;
  paymentId: number;
  chargeId: number;
  amountCents: number;
  reason: string;
  byId: number | null;
  state: 'created' | 'pending' | 'succeeded' | 'failed';
  providerId: string | null;
  journalId: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface RegisteredSite {
  id: number;
  name: string;
  /**
   * Scheme, host and port, such as https://makers.example.edu. Applies to all pages of this host only.
   */
  url: string;
  description: string | null;
  contactEmail: string | null;
  /**
   * Inactive sites have no access.
   */
  active: boolean;
  /**
   * Its pages can read everything that visitors can read.
   */
  canCallApi: boolean;
  /**
   * Errors on its pages appear in the event log.
   */
  canReport: boolean;
  /**
   * Its pages can show them in a frame.
   */
  canEmbed: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * When a person is reminded of a session. Default: a day before.
 */
export interface PersonalReminderTimes {
  id: number;
  userId: number;
  week: boolean;
  day: boolean;
  hour: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Messages between staff and the customer on a request. They are delivered by messages and emails.
 */
export interface RequestMessage {
  id: number;
  submissionId: number;
  kind: 'Question' | 'Confirmation' | 'Cancel' | 'Resubmit' | 'Default' | 'Override' | 'StatusUpdate';
  text: string;
  authorKind: 'Customer' | 'Staff' | 'System';
  authorId: number | null;
  authorName: string;
  answerTo: number | null;
  state: ('open' | 'answered' | 'confirmed' | 'declined' | 'withdrawn' | 'closed') | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A staff note about a request. Never shown to the customer.
 */
export interface InternalNote {
  id: number;
  submissionId: number;
  text: string;
  authorId: number | null;
  authorName: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Revision {
  id: number;
  name: string;
  value: number;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A student on a class roster. Without an account, the entry is linked once an account has its student ID or address.
 */
export interface RosterEntry {
  id: number;
  classId: number;
  name: string;
  studentId: string | null;
  email: string | null;
  section: string | null;
  /**
   * Found by student ID or email. Empty until a matching account exists.
   */
  userId: number | null;
  status: 'enrolled' | 'dropped';
  droppedOn: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The searchable text of a published page, section or card. Updated with every change.
 */
export interface SearchText {
  id: number;
  kind: 'page' | 'section' | 'card';
  pageId: number;
  cardId: number | null;
  title: string;
  body: string;
  stems: string | null;
  heading: string | null;
  text: string | null;
  tags: string[] | null;
  url: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The authenticator app of an account. The secret is encrypted with the server’s secret. Recovery codes are stored only as hashes.
 */
export interface SecondFactor {
  id: number;
  userId: number;
  secretSealed: string;
  /**
   * Codes of this step and of earlier ones are no longer accepted.
   */
  lastStep: number;
  recoveryHashes: string[];
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A process that serves this database. It reports every few seconds.
 */
export interface ServerProcess {
  id: number;
  key: string;
  host: string;
  pid: number;
  release: string;
  startedAt: string;
  seenAt: string;
  /**
   * Memory, delay of the event loop, connections, slow statements.
   */
  figures: {
    [k: string]: Json;
  };
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A link that opens a private session and lets its holder sign up. The link itself is signed and not stored.
 */
export interface SessionLink {
  id: number;
  instanceId: number;
  label: string;
  expiresAt: string | null;
  revokedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface LoginSession {
  id: number;
  tokenHash: string;
  userId: number;
  expiresAt: string;
  isKiosk: boolean | null;
  /**
   * The kiosk at which the person identified.
   */
  deviceId: number | null;
  identifiedBy: ('id' | 'card' | 'pin') | null;
  /**
   * How often the kiosk session was extended.
   */
  extensions: number | null;
  /**
   * The session that people check in to on their own in this browser. Until self check-in ends, the login allows nothing else.
   */
  selfCheckInId: number | null;
  ip: string | null;
  userAgent: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The guided setup of a new installation, for its first administrator. Installations without one never show it.
 */
export interface Setup {
  id: number;
  userId: number;
  finishedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The text that a person or a visitor has signed, as it was shown.
 */
export interface SignedWaiver {
  id: number;
  waiverTextId: number;
  edition: number;
  text: string;
  userId: number | null;
  visitId: number | null;
  signerName: string;
  signedAt: string;
  expiresAt: string | null;
  deviceId: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface SiteSettings {
  id: number;
  name: string;
  /**
   * At the top of every page.
   */
  welcomeMessage: string | null;
  /**
   * On its own line at the top of every page. It scrolls if it is too long.
   */
  bannerMessage: string | null;
  /**
   * Shown in wide windows until the page is scrolled.
   */
  lockupURL: string | null;
  /**
   * Shown after scrolling, and in medium-width windows.
   */
  graphicURL: string | null;
  /**
   * Shown on phones.
   */
  squareLogoURL: string | null;
  /**
   * Shown on the browser tab. A square image.
   */
  faviconURL: string | null;
  /**
   * For dark pages without their own background.
   */
  darkBackgroundURL: string | null;
  /**
   * For light pages without their own background.
   */
  lightBackgroundURL: string | null;
  /**
   * At the bottom of every page.
   */
  footer: string | null;
  /**
   * The search field in the header.
   */
  showBookstackSearch: boolean | null;
  /**
   * The Tools entry where menu links are managed.
   */
  showLinksManager: boolean | null;
  /**
   * If turned off, people at a kiosk can use only the buttons on its pages.
   */
  showAnyNav: boolean | null;
  /**
   * Address of the inventory system, shown under Tools. Leave empty to hide it.
   */
  inventoryURL: string | null;
  /**
   * Shown under Tools to event processors. Leave empty to hide it.
   */
  internalDocsURL: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface StatusChange {
  id: number;
  submissionId: number;
  kind: 'submitted' | 'resubmitted' | 'status' | 'assigned' | 'priced';
  from:
    | (
        | 'Unknown'
        | 'Quoted'
        | 'Submitted'
        | 'PaymentPending'
        | 'PaymentComplete'
        | 'ReadyForFabrication'
        | 'InProcess'
        | 'Delayed'
        | 'ReadyForPickup'
        | 'Completed'
        | 'FabricationActionNeeded'
        | 'CustomerActionNeeded'
        | 'Canceled'
        | 'Stale'
        | 'UnderReview'
        | 'Accepted'
      )
    | null;
  to:
    | (
        | 'Unknown'
        | 'Quoted'
        | 'Submitted'
        | 'PaymentPending'
        | 'PaymentComplete'
        | 'ReadyForFabrication'
        | 'InProcess'
        | 'Delayed'
        | 'ReadyForPickup'
        | 'Completed'
        | 'FabricationActionNeeded'
        | 'CustomerActionNeeded'
        | 'Canceled'
        | 'Stale'
        | 'UnderReview'
        | 'Accepted'
      )
    | null;
  actorId: number | null;
  actorName: string;
  actorKind: 'customer' | 'staff' | 'system';
  reason: string | null;
  messageId: number | null;
  text: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Every change of a stock. The sum of an item’s movements is its stock.
 */
export interface StockMovement {
  id: number;
  itemId: number;
  quantity: number;
  stockAfter: number | null;
  kind: 'received' | 'sold' | 'returned' | 'damaged' | 'counted' | 'correction';
  reason: string | null;
  orderId: number | null;
  byId: number | null;
  at: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface StoreItem {
  id: number;
  name: string;
  sku: string;
  /**
   * The code that the manufacturer prints on the item. The till accepts it, and the stock number as well.
   */
  barcode: string | null;
  storeId: number;
  description: string | null;
  image: string | null;
  /**
   * For people who cannot see it.
   */
  imageAlt: string | null;
  priceCents: number;
  taxRateId: number | null;
  /**
   * Including items that are reserved for unpaid orders. Leave empty if the item never sells out.
   */
  stock: number | null;
  /**
   * For orders that are not paid yet
   */
  reserved: number;
  /**
   * The contact of the store gets a message when the stock falls to this number.
   */
  lowStockAt: number | null;
  /**
   * The most that a person can buy, across all of their orders. Leave empty for no limit.
   */
  perUserLimit: number | null;
  /**
   * Replaces the limit per person for the members of these groups. For members of several groups, the highest limit applies.
   */
  groupLimits:
    | {
        groupId: number;
        quantity: number;
      }[]
    | null;
  groupIds: number[] | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
  deletedAt: string | null;
}

export interface PriceChange {
  id: number;
  itemId: number;
  priceCents: number;
  /**
   * The first day on which the new price applies
   */
  startsOn: string;
  appliedAt: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Store {
  id: number;
  name: string;
  description: string | null;
  locationId: number | null;
  contactEmail: string | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface SubmissionRevision {
  id: number;
  submissionId: number;
  number: number;
  formVersionId: number;
  data: {
    [k: string]: Json;
  };
  byName: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Request {
  id: number;
  formId: number;
  formVersionId: number;
  formGroupId: number | null;
  submittedById: number;
  /**
   * The answer that distinguishes it from other requests with the same form.
   */
  subject: string | null;
  neededOn: string | null;
  assignedToId: number | null;
  status:
    | 'Unknown'
    | 'Quoted'
    | 'Submitted'
    | 'PaymentPending'
    | 'PaymentComplete'
    | 'ReadyForFabrication'
    | 'InProcess'
    | 'Delayed'
    | 'ReadyForPickup'
    | 'Completed'
    | 'FabricationActionNeeded'
    | 'CustomerActionNeeded'
    | 'Canceled'
    | 'Stale'
    | 'UnderReview'
    | 'Accepted';
  waitingFor: ('Staff' | 'Customer' | 'Nobody') | null;
  statusSince: string;
  /**
   * The last change, message of the customer or reminder.
   */
  quietSince: string | null;
  remindersSent: number | null;
  done: boolean | null;
  costCents: number | null;
  paidCents: number | null;
  reason: string | null;
  expectedOn: string | null;
  /**
   * Where it waits for pickup, such as B3.
   */
  shelf: string | null;
  revision: number | null;
  returnStack:
    | (
        | 'Unknown'
        | 'Quoted'
        | 'Submitted'
        | 'PaymentPending'
        | 'PaymentComplete'
        | 'ReadyForFabrication'
        | 'InProcess'
        | 'Delayed'
        | 'ReadyForPickup'
        | 'Completed'
        | 'FabricationActionNeeded'
        | 'CustomerActionNeeded'
        | 'Canceled'
        | 'Stale'
        | 'UnderReview'
        | 'Accepted'
      )[]
    | null;
  data: {
    [k: string]: Json;
  };
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An address that receives no email, because a mail server reported that it does not exist or staff added it.
 */
export interface SuppressedAddress {
  id: number;
  /**
   * For example ada@example.edu. Emails to it stay in the outbox.
   */
  address: string;
  code: number | null;
  reason: string;
  source: ('staff' | 'refusal' | 'bounce') | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface SystemSetting {
  id: number;
  key: string;
  /**
   * Text as is, other values as JSON. Without a value, the default applies.
   */
  value: string | null;
  description: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A card or code that was read at a center.
 */
export interface Tap {
  id: number;
  centerId: number;
  deviceId: number | null;
  userId: number | null;
  visitId: number | null;
  /**
   * Set by the device. A repeated tap is recorded once.
   */
  tapKey: string;
  tappedAt: string;
  outcome: 'arrived' | 'departed' | 'seeStaff' | 'refused' | 'unknown';
  reason: string | null;
  /**
   * Recorded without a connection and evaluated later.
   */
  isUnverified: boolean | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface TaxRate {
  id: number;
  /**
   * Customers see it on receipts, such as “Sales tax”.
   */
  name: string;
  percent: number;
  /**
   * Inactive rates are not charged.
   */
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A code on the attendee’s device that checks in a ticket. Only its hash is stored. Deleting the record revokes the code.
 */
export interface TicketCode {
  id: number;
  ticketId: number;
  hash: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Sent for the session’s start at that time, or for the end of the hold of an unpaid seat. If the session is moved, a new reminder is sent.
 */
export interface TicketReminder {
  id: number;
  ticketId: number;
  before: 'week' | 'day' | 'hour' | 'hold';
  startsAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface SignUp {
  id: number;
  instanceId: number;
  userId: number;
  status: 'held' | 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'attended' | 'late' | 'noShow';
  source: 'web' | 'staff' | 'walkIn' | 'roster' | 'kiosk';
  /**
   * Signed up with a session link, which admits people outside the audience. Empty for tickets that staff created.
   */
  isInvited: boolean | null;
  /**
   * A prerequisite is booked but not attended yet. If the person misses or cancels it, this seat is released.
   */
  isConditional: boolean | null;
  /**
   * Prerequisites that were only booked when the ticket was created. They are reviewed when the booking changes.
   */
  bookedPrerequisiteIds: number[] | null;
  waitingSince: string | null;
  position: number | null;
  code: string | null;
  holdExpiresAt: string | null;
  checkedInAt: string | null;
  cancelledAt: string | null;
  cancelledLate: boolean | null;
  /**
   * Restored if the session is reopened.
   */
  cancelledFrom: ('held' | 'confirmed' | 'offered' | 'waitlisted') | null;
  reason: string | null;
  priceCents: number | null;
  /**
   * The form version that the person answered. Empty without questions.
   */
  formVersionId: number | null;
  /**
   * Questions and answers as text.
   */
  answers: string | null;
  answerValues: {
    [k: string]: Json;
  } | null;
  wishes: string | null;
  /**
   * The previous time and place of a moved session. Empty once the person has seen the change.
   */
  movedFrom: string | null;
  note: string | null;
  /**
   * Links of earlier versions no longer work.
   */
  certificateRound: number | null;
  /**
   * Session and person while the ticket is active. Prevents a second active ticket.
   */
  activeFor: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Money that went into or out of a drawer, or through its card terminal. Outgoing amounts are negative.
 */
export interface TillEntry {
  id: number;
  tillSessionId: number;
  kind: 'float' | 'payment' | 'refund' | 'cashIn' | 'cashOut' | 'difference' | 'deposit';
  method: 'cash' | 'deskCard';
  amountCents: number;
  chargeId: number | null;
  paymentId: number | null;
  refundId: number | null;
  /**
   * The cash that the customer handed over, before the change.
   */
  tenderedCents: number | null;
  reason: string | null;
  /**
   * The number on the slip of the card terminal.
   */
  reference: string | null;
  byId: number | null;
  at: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The use of a drawer, from its opening with a float to its final count.
 */
export interface TillSession {
  id: number;
  tillId: number;
  cashierId: number;
  state: 'open' | 'closed';
  openedAt: string;
  floatCents: number;
  /**
   * Entered before the expected amount was shown.
   */
  firstCountCents: number | null;
  expectedCents: number | null;
  countedCents: number | null;
  /**
   * Negative if the drawer is short.
   */
  differenceCents: number | null;
  closedAt: string | null;
  closedById: number | null;
  note: string | null;
  reportPath: string | null;
  /**
   * The till while the session is open. Prevents a second session.
   */
  openTill: number | null;
  /**
   * The cashier while the session is open. Prevents a second drawer.
   */
  openCashier: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A desk with a cash drawer.
 */
export interface Till {
  id: number;
  name: string;
  locationId: number | null;
  /**
   * The cash in the drawer when it is opened.
   */
  floatCents: number;
  hasTerminal: boolean;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface User {
  id: number;
  /**
   * Lowercase letters, digits and . _ @ -
   */
  username: string;
  displayName: string;
  email: string | null;
  /**
   * As on class rosters and cards.
   */
  studentId: string | null;
  /**
   * Keyed hash of the card number. The number itself is not stored.
   */
  cardHash: string | null;
  /**
   * Hash of the card number, encrypted with the server’s secret.
   */
  cardSealed: string | null;
  /**
   * Created at check-in or at the till. A new account with the same address takes over its tickets.
   */
  isProvisional: boolean | null;
  /**
   * Added to the roles that come from groups.
   */
  roles: string[] | null;
  groupIds: number[] | null;
  /**
   * Updated from the directory at each login and every hour. Groups assigned by hand are not affected.
   */
  directoryGroupIds: number[] | null;
  /**
   * Inactive accounts cannot log in. Their sessions end immediately.
   */
  active: boolean;
  /**
   * Since then, logging in has required a code in addition to the password.
   */
  secondFactorAt: string | null;
  lastLoginAt: string | null;
  notes: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * The stay of a person at a center, from arrival to departure.
 */
export interface Visit {
  id: number;
  centerId: number;
  userId: number | null;
  /**
   * For people without an account.
   */
  visitorName: string | null;
  hostName: string | null;
  purpose: string | null;
  arrivedAt: string;
  departedAt: string | null;
  /**
   * The person did not sign out. The visit ended with the center’s hours.
   */
  isAutoClosed: boolean | null;
  method: 'card' | 'code' | 'visitor' | 'staff';
  deviceId: number | null;
  /**
   * Center and person while the visit is open. Prevents a second open visit.
   */
  openKey: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A text that people sign before they use a center or a machine.
 */
export interface Waiver {
  id: number;
  title: string;
  html: string;
  /**
   * Increases with each change of the text. People sign a new edition again.
   */
  edition: number;
  validDays: number | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An exception that staff made for one person.
 */
export interface Waivers {
  id: number;
  userId: number;
  kind: 'prerequisite' | 'block' | 'age';
  /**
   * The event that the person can sign up for.
   */
  eventId: number;
  /**
   * The prerequisite to skip. Leave empty for all of the event’s prerequisites.
   */
  prerequisiteId: number | null;
  /**
   * For a guardian’s consent: who gave it, when, and where it is stored.
   */
  reason: string;
  validUntil: string | null;
  revoked: boolean | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * Work that runs in the background. Its data values are never shown.
 */
export interface BackgroundJob {
  id: string;
  queue: string;
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
  error: string | null;
  attempts: number;
  mostAttempts: number;
  enqueuedAt: string;
  dueAt: string;
  startedAt: string | null;
  endedAt: string | null;
  keys: string[] | null;
  /**
   * A new job replaced it, so it cannot be retried.
   */
  isSentAgain: boolean;
}

/**
 * An account of the ledger with the sums of its postings.
 */
export interface BookAccounts {
  id: number;
  name: string;
  kind: 'liability' | 'asset' | 'revenue' | 'expense' | 'equity';
  balanceId: number | null;
  userId: number | null;
  debitCents: number;
  creditCents: number;
  /**
   * All accounts together are zero.
   */
  netCents: number;
}

/**
 * One side of a posting: what it adds to one account.
 */
export interface Entry {
  id: number;
  at: string;
  accountId: number;
  kind: 'liability' | 'asset' | 'revenue' | 'expense' | 'equity';
  purpose:
    | 'opening'
    | 'topUp'
    | 'grant'
    | 'adjustment'
    | 'expiry'
    | 'payment'
    | 'transfer'
    | 'payout'
    | 'settlement'
    | 'refund'
    | 'reversal'
    | 'dispute'
    | 'fee';
  memo: string;
  /**
   * Entries of one transaction share it.
   */
  journalId: number;
  debitCents: number;
  creditCents: number;
  /**
   * All entries together are zero.
   */
  netCents: number;
}

/**
 * A month of the books, with its postings.
 */
export interface Month {
  id: number;
  month: string;
  transactions: number;
  /**
   * The debits of all accounts, which equal the credits.
   */
  totalCents: number;
  state: 'current' | 'open' | 'closed';
  closedAt: string | null;
  closedById: number | null;
  endsAt: string;
}

/**
 * A job that failed on every attempt. It is stored for up to 90 days, until someone resends or discards it.
 */
export interface DeadLetter {
  id: string;
  queue: string;
  jobId: string | null;
  error: string | null;
  attempts: number;
  gaveUpAt: string;
  keys: string[] | null;
}

/**
 * A difference between the card provider and the clearing account.
 */
export interface Difference {
  id: number;
  at: string;
  day: string;
  kind: 'missingInLedger' | 'missingAtGateway' | 'otherAmount';
  cause: ('payment' | 'refund' | 'dispute' | 'payout' | 'fee' | 'other') | null;
  reference: string;
  gatewayCents: number;
  ledgerCents: number;
  differenceCents: number;
  ageDays: number;
  journalId: number | null;
}

/**
 * A payment of something, or a refund as a negative amount.
 */
export interface IncomeEntry {
  id: number;
  at: string;
  endpoint: 'request' | 'ticket' | 'order' | 'topup';
  method: 'balance' | 'department' | 'card' | 'cash' | 'deskCard';
  amountCents: number;
  formId: number | null;
  eventId: number | null;
  chargeId: number;
}

/**
 * An action on a job or, without a job, on a whole queue.
 */
export interface JobAction {
  id: number;
  at: string;
  actor: string | null;
  actorId: number | null;
  action: 'retry' | 'cancel' | 'send-again';
  queue: string;
  from: 'waiting' | 'retrying' | 'running' | 'done' | 'failed' | 'dead' | 'cancelled';
  jobs: number;
  jobId: string | null;
}

/**
 * Jobs of one kind, counted by state. Counts stop at 100,001.
 */
export interface JobQueue {
  id: string;
  queue: string;
  waiting: number;
  retrying: number;
  running: number;
  failed: number;
  dead: number;
  cancelled: number;
  done: number;
  /**
   * Oldest waiting job due
   */
  waitingSince: string | null;
  lastRunAt: string | null;
  lastRunState: ('created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed') | null;
  cron: string | null;
  timezone: string | null;
}

/**
 * A location’s open hours on a day, by usual and special hours, less its blocks, and the hours its sessions take. Holds do not count. Simultaneous sessions count once.
 */
export interface LocationDay {
  id: number;
  locationId: number;
  day: string;
  /**
   * Opening hours, excluding blocked hours
   */
  openHours: number;
  /**
   * Open hours taken by sessions
   */
  usedHours: number;
  /**
   * Hours of sessions while the location is closed or blocked
   */
  outsideHours: number;
}

/**
 * What a person can use, and what is missing. Covers people who belong to the center, have visited it or have one of the required credentials.
 */
export interface MachineAccess {
  id: string;
  userId: number;
  centerId: number;
  machineId: number;
  state: 'allowed' | 'missingCredential' | 'missingWaiver' | 'blocked';
  missing: string | null;
}

/**
 * A process that serves this database, with its latest figures.
 */
export interface Process {
  id: number;
  host: string;
  pid: string;
  state: 'serving' | 'silent';
  release: string;
  startedAt: string;
  seenAt: string;
  memory: number | null;
  /**
   * 99th percentile of the event loop delay
   */
  loopDelay: number | null;
  loopUse: number | null;
  connections: number | null;
  waiting: number | null;
}

/**
 * A session with ticket counts. Canceled sessions count only as canceled. Drafts are excluded.
 */
export interface SessionFigures {
  id: number;
  instanceId: number;
  eventId: number;
  categoryId: number | null;
  locationId: number | null;
  classId: number | null;
  instructorIds: number[] | null;
  startsAt: string;
  status: 'published' | 'cancelled' | 'done';
  /**
   * Sessions held or scheduled
   */
  sessions: number;
  sessionsCancelled: number;
  /**
   * Excluding canceled sessions
   */
  seats: number | null;
  seated: number;
  /**
   * On time or late
   */
  attended: number;
  late: number;
  noShow: number;
  /**
   * Attended or no-show
   */
  marked: number;
  /**
   * Seats in past sessions without an attendance mark
   */
  unmarked: number;
  /**
   * Were on the waitlist
   */
  waitlisted: number;
  promoted: number;
  /**
   * Tickets, including the waitlist
   */
  cancelled: number;
  /**
   * After the deadline
   */
  cancelledLate: number;
}

/**
 * A sign-up or a status change of a ticket.
 */
export interface SignUpChange {
  id: number;
  at: string;
  userId: number | null;
  eventId: number;
  instanceId: number;
  ticketId: number;
  from: ('held' | 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'attended' | 'late' | 'noShow') | null;
  to: ('held' | 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'attended' | 'late' | 'noShow') | null;
  actor: string | null;
  actorId: number | null;
}

/**
 * An amount that a balance received or paid, with the balance after it.
 */
export interface StatementLine {
  id: number;
  at: string;
  balanceId: number;
  userId: number;
  purpose:
    | 'opening'
    | 'topUp'
    | 'grant'
    | 'adjustment'
    | 'expiry'
    | 'payment'
    | 'transfer'
    | 'payout'
    | 'settlement'
    | 'refund'
    | 'reversal'
    | 'dispute'
    | 'fee';
  amountCents: number;
  afterCents: number;
  other: string;
  memo: string;
  actorId: number | null;
  journalId: number;
  reversesId: number | null;
  reversedById: number | null;
  state: 'booked' | 'reversed' | 'reversal';
}

/**
 * Money that was received when nothing was due anymore.
 */
export interface SuspenseItem {
  id: number;
  paymentId: number;
  chargeId: number;
  payerId: number | null;
  capturedAt: string | null;
  amountCents: number;
  refundedCents: number;
  settledCents: number;
  openCents: number;
  state: 'open' | 'settled';
  isDisputed: boolean;
}

/**
 * A posting with both sides, its cause and its reversal.
 */
export interface Transactions {
  id: number;
  at: string;
  /**
   * When it happened, if it was posted later.
   */
  eventAt: string | null;
  purpose:
    | 'opening'
    | 'topUp'
    | 'grant'
    | 'adjustment'
    | 'expiry'
    | 'payment'
    | 'transfer'
    | 'payout'
    | 'settlement'
    | 'refund'
    | 'reversal'
    | 'dispute'
    | 'fee';
  debitId: number;
  creditId: number;
  amountCents: number;
  userId: number | null;
  memo: string;
  actorId: number | null;
  /**
   * Postings of one transaction share it.
   */
  journalId: number;
  source: string;
  sourceId: string;
  reversesId: number | null;
  reversedById: number | null;
  state: 'booked' | 'reversed' | 'reversal';
}

/**
 * An hour in which people were at a center.
 */
export interface VisitHour {
  id: string;
  centerId: number;
  hour: string;
  people: number;
  counted: number | null;
  capacity: number | null;
}
