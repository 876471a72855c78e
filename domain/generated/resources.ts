/* Made from schemas/resources by `npm run generate`: not edited by hand. */
import type { Json } from '../values/json.ts';

/**
 * The e-mail address that a person last asked for. It takes effect when it is confirmed by the link of a mail to it, which is signed and not stored.
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
 * What somebody confirmed for an event before signing up, in the words that stood there.
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
 * A person whom the list led to when the announcement was made, and what was done for them.
 */
export interface RecipientOfAnAnnouncement {
  id: number;
  announcementId: number;
  userId: number;
  /**
   * Empty until it is their turn. left: the account was not active by then.
   */
  delivery: ('mail' | 'digest' | 'portal' | 'none' | 'left') | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * What staff wrote to the people whom a list led to. Who these were is announcementRecipients.
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
 * Who creates one makes an account anonymous, for good.
 */
export interface AnonymisedAccount {
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

export interface Balance {
  id: number;
  userId: number;
  name: string;
  kind: 'userPurse' | 'departmental' | 'grant';
  balanceCents: number;
  floorCents: number | null;
  expiresOn: string | null;
  priority: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A time in which a place is closed or taken, apart from events.
 */
export interface Block {
  id: number;
  /**
   * For staff.
   */
  title: string;
  /**
   * What visitors see. Without one a closure is just “Closed”, and a private use is not shown.
   */
  publicTitle: string | null;
  /**
   * Closed and maintenance close the place; private reserves it; a hold is tentative and never shown to visitors.
   */
  kind: 'closed' | 'private' | 'maintenance' | 'hold';
  locationId: number;
  startsAt: string;
  endsAt: string;
  rule: string | null;
  /**
   * Days on which it does not take place.
   */
  exceptDates: string[] | null;
  /**
   * When the last one is over at the latest.
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
 * A feed of a member of staff, or of a person's own tickets. Its address holds a random token, of which only the hash is stored.
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
 * A text that staff insert into what they write to a customer.
 */
export interface CannedReply {
  id: number;
  title: string;
  /**
   * What it is offered for.
   */
  kind: 'Default' | 'Question' | 'Confirmation' | 'Resubmit';
  /**
   * {customer} is the name of the customer, {number} the number of the request, {form} the name of its form. Whoever inserts the text sees them filled in.
   */
  text: string;
  order: number | null;
  /**
   * Replies that are not active are not offered.
   */
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * What a card was called in the draft that made it: the same card for everybody who edits the page, before and after it is published.
 */
export interface KeyOfACard {
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

export interface Category {
  id: number;
  name: string;
  description: string | null;
  color: string | null;
  parentId: number | null;
  order: number | null;
  /**
   * Also limits the categories that are part of it. Without roles and groups everybody sees it.
   */
  visibleToRoles: string[] | null;
  /**
   * Groups of the portal, and with them the groups of the directory that belong to them.
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
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A requirement that counts as done for somebody of a class without a ticket: attended elsewhere or before. It counts for this class alone.
 */
export interface RequirementMetElsewhere {
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
 * An event that everybody in the class attends, by a date.
 */
export interface RequirementOfAClass {
  id: number;
  classId: number;
  eventId: number;
  /**
   * The last day on which it can be attended. Empty: the day by which the class needs its trainings.
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
 * A session that was scheduled in spite of its conflicts, and why.
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

export interface Credential {
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

export interface Discount {
  id: number;
  name: string;
  groupId: number;
  percent: number;
  scope: ('everything' | 'requests' | 'store') | null;
  formId: number | null;
  storeItemId: number | null;
  startsOn: string | null;
  endsOn: string | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * A link by which the draft of a page can be read without an account. The link itself is signed and not stored.
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
   * The request whose answers are being changed; 0: a new one.
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
 * A credential that a person has from attending a session: given and revoked with the mark at the door.
 */
export interface EarnedCredential {
  id: number;
  userId: number;
  credentialId: number;
  ticketId: number;
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
 * What somebody can show for having attended an event, such as a safety training. Events name the one that they give.
 */
export interface CredentialOfEvents {
  id: number;
  name: string;
  description: string | null;
  /**
   * From the day of the session. Without a number it is valid for good.
   */
  validDays: number | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface KindOfEvent {
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

export interface EventLog {
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
 * Sessions that were planned together. Each of them is an event instance with times of its own.
 */
export interface SeriesOfSessions {
  id: number;
  eventId: number;
  startsAt: string;
  endsAt: string;
  rule: string | null;
  /**
   * Days that were left out.
   */
  exceptDates: string[] | null;
  /**
   * Whoever signs up has a seat in every session; single sessions cannot be taken.
   */
  isBookedAsWhole: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Events {
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
  signupOpensDays: number | null;
  signupClosesHours: number | null;
  cancelDeadlineHours: number | null;
  /**
   * A person can hold a seat in one upcoming session of this event at a time.
   */
  oneSeatPerPerson: boolean | null;
  waitlistOn: boolean | null;
  waitlistMax: number | null;
  offerHours: number | null;
  noShowLimit: number | null;
  lateCancelLimit: number | null;
  limitDays: number | null;
  /**
   * For this event, from the last no-show or late cancellation on.
   */
  blockDays: number | null;
  minimumAge: number | null;
  /**
   * A liability waiver or safety rules that everybody accepts who signs up. The accepted words are kept.
   */
  liabilityText: string | null;
  /**
   * How many people staff may sign up beyond the seats, each with a reason. Event administrators set it.
   */
  overbookLimit: number | null;
  /**
   * Without roles and groups everybody sees it; otherwise who holds one of the roles or is in one of the groups, and staff of events.
   */
  visibleToRoles: string[] | null;
  /**
   * Groups of the portal, and with them the groups of the directory that belong to them.
   */
  visibleToGroupIds: number[] | null;
  /**
   * A published form that is for sign-up. Its required questions have to be answered to get a seat.
   */
  formId: number | null;
  /**
   * A text of their own choice, which is read by who processes the event, and by nobody else.
   */
  asksWishes: boolean | null;
  bring: string | null;
  /**
   * What somebody has who attended.
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

export interface FormGroup {
  id: number;
  title: string;
  /**
   * Small letters, digits and single hyphens; it stands in addresses.
   */
  name: string;
  description: string | null;
  order: number | null;
  /**
   * Groups that are not active are not offered.
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
   * Until then drafts that were begun on an earlier version can still be submitted.
   */
  earlierDraftsUntil: string | null;
  validatorHash: string | null;
  schema: {
    [k: string]: Json;
  };
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
   * Small letters, digits and single hyphens; it stands in addresses.
   */
  name: string;
  groupId: number | null;
  description: string | null;
  /**
   * It decides which steps a request passes.
   */
  costType: 'Poster' | 'Quoted' | 'Assigned' | 'Free' | 'Approval' | 'DirectCostInput' | 'AssignedGranular';
  /**
   * Forms that are not active are not offered.
   */
  active: boolean;
  /**
   * Events ask it when somebody signs up. It is not offered as a request, and has no files.
   */
  forEvents: boolean | null;
  opensAt: string | null;
  closesAt: string | null;
  /**
   * Empty for no limit.
   */
  perUserLimit: number | null;
  assigneeId: number | null;
  /**
   * Adds the step Ready for pickup.
   */
  usesPickup: boolean | null;
  /**
   * The place, its opening hours and its way of paying are shown to customers whose payment is due.
   */
  paymentPlaceId: number | null;
  /**
   * For example: card or cash at the counter; name the number of your request.
   */
  paymentNote: string | null;
  paymentDays: number | null;
  pickupPlaceId: number | null;
  /**
   * For example: bring your student card.
   */
  pickupNote: string | null;
  pickupDays: number | null;
  /**
   * Which text customers get when their request is completed. Empty for the usual one.
   */
  completedEvent: 'softwarelicenseemail' | null;
  /**
   * For so many days after a new version is published, drafts of the version before can still be submitted.
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

export interface Group {
  id: number;
  name: string;
  description: string | null;
  /**
   * Every member of the group holds these.
   */
  roles: string[] | null;
  /**
   * Names or IDs of groups of a directory or identity provider. Their members are members here, from the next login or the next hour on. "campus:staff" is the group "staff" of "campus" alone; "ldap:campus:staff" and "openid:campus:staff" where a directory and a provider have the same name.
   */
  directoryNames: string[] | null;
  active: boolean | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface SpecialHours {
  id: number;
  /**
   * Shown beside the hours: Thanksgiving, inventory day.
   */
  reason: string;
  /**
   * Left empty, it holds for every location.
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
 * A person as a directory or an identity provider knows them. Its key is who says so and the permanent id there, never a name or an address.
 */
export interface Identity {
  id: number;
  /**
   * Empty: somebody who logged in there and has no account here until an administrator links one.
   */
  userId: number | null;
  userName: string;
  displayName: string | null;
  email: string | null;
  provider: string;
  issuer: string;
  subject: string;
  /**
   * The name and the address of the account follow this identity.
   */
  isLeading: boolean | null;
  /**
   * As last read.
   */
  groups: string[] | null;
  /**
   * Until they can be read again, those last known stand.
   */
  groupsUnreadSince: string | null;
  lastSeenAt: string | null;
  checkedAt: string | null;
  goneSince: string | null;
  goneReason: ('missing' | 'disabled') | null;
  /**
   * The account is opened again when the person comes back.
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
   * What the image shows, for those who do not see it.
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

export interface EventInstance {
  id: number;
  eventId: number;
  status: 'draft' | 'published' | 'cancelled' | 'done';
  startsAt: string;
  endsAt: string;
  seriesId: number | null;
  /**
   * The day for which it was planned, wherever it was moved since.
   */
  occurrence: string | null;
  /**
   * What changes of the whole series leave alone.
   */
  ownFields: string[] | null;
  /**
   * For a session that takes several evenings, say. Once saved, all dates are listed here, and the start and the end are those of the first and the last.
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
   * In no list. Who has one of its links sees it and can sign up.
   */
  isPrivate: boolean | null;
  /**
   * Instead of that of the event. Event administrators set it.
   */
  overbookLimit: number | null;
  confirmed: number | null;
  waiting: number | null;
  /**
   * Rises with each mail that changes the entry in somebody’s calendar.
   */
  calendarSequence: number | null;
  /**
   * When it was to start before it was last moved, once published.
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
 * How often a link's target was seen. Kept apart from the link, which does not change with it.
 */
export interface ViewsOfALink {
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
   * Without one, that of the campus.
   */
  timezone: string | null;
  capacity: number | null;
  /**
   * In words: which door, which stairs, where the lift is. Visitors read it.
   */
  directions: string | null;
  /**
   * A floor plan on which the room is marked.
   */
  planImage: string | null;
  /**
   * In words, for those who do not see it.
   */
  planAlt: string | null;
  /**
   * Customers read it when a payment is due here. A form can have a text of its own.
   */
  paymentNote: string | null;
  hours: {
    weekends: boolean;
    /**
     * A day without hours is closed.
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
 * A mail to one address: waiting, sent, or refused. What it says is its message.
 */
export interface Mail {
  id: number;
  address: string;
  userId: number | null;
  /**
   * Of messages, which may be gone: the mail then says that it was sent, and no longer what.
   */
  messageId: number | null;
  category: string;
  event: string;
  /**
   * Sent immediately, whatever its recipient has chosen.
   */
  isMandatory: boolean | null;
  state: 'queued' | 'digest' | 'sending' | 'sent' | 'deferred' | 'refused' | 'unknown' | 'suppressed' | 'cancelled';
  /**
   * A newer mail to the same person about the same topic replaces this one while it waits.
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
   * What each attempt has brought, the newest last.
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
 * By which way a person wants to be told of a category of messages.
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
 * A message in the portal of one person.
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
 * What staff have written in place of a shipped template of config/messages/events. The highest number is used.
 */
export interface VersionOfAMessageTemplate {
  id: number;
  event: string;
  audience: string;
  number: number;
  /**
   * Empty: from this version on, the shipped template is used.
   */
  subject: string | null;
  body: string | null;
  shippedSubject: string;
  /**
   * As it was when this version was saved.
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
 * Something that was said to people, once. Who it reaches is messageRecipients.
 */
export interface Message {
  id: number;
  event: string;
  category: string;
  kind: 'Question' | 'Confirmation' | 'Cancel' | 'Resubmit' | 'Default' | 'Override' | 'StatusUpdate';
  subject: string;
  html: string;
  /**
   * Shown in the portal in place of the text, which introduces them.
   */
  written: string | null;
  audience: string | null;
  /**
   * Of messageTemplates. Empty: the shipped template.
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
   * What its mails put into the calendar of their reader, or take out of it.
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

export interface SessionOfAnIdentityProvider {
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
 * A browser tab in which a page is being edited. It reports periodically and expires when it stops.
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
 * How often a page was seen on one day of the campus. Nothing is kept of who saw it.
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
   * Small letters, digits and single hyphens; it stands in addresses. The page named home is the site's first page.
   */
  name: string;
  /**
   * Standard: a text. Card: cards side by side. About Me: a person. Raw Html: HTML as it is written, with frames.
   */
  type: 'Standard' | 'Raw Html' | 'About Me' | 'Card';
  theme: ('auto' | 'light' | 'dark' | 'none') | null;
  /**
   * Instead of the theme's own.
   */
  backgroundUrl: string | null;
  /**
   * One or two sentences for search results and shared links.
   */
  summary: string | null;
  /**
   * Under which its views are reported.
   */
  category: string | null;
  tags: string[] | null;
  /**
   * In the bar at the side, on a phone at the bottom. The home page is always there.
   */
  inNavigation: boolean | null;
  /**
   * One or two short words. Empty: the title of the page.
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
   * Lower numbers stand first; pages without a number follow, by title.
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

export interface Permission {
  id: number;
  role: string;
  /**
   * A resource, or * for all of them.
   */
  resource: string;
  actions: string[];
  /**
   * Names of fields, or * for all.
   */
  readFields: string[];
  /**
   * Names of fields, or * for all.
   */
  writeFields: string[];
  /**
   * A filter such as {"submittedById": "$user.id"}; empty for every row.
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
   * The event that asks for it.
   */
  eventId: number;
  kind: 'eventAttended' | 'credential' | 'class' | 'role';
  requiredEventId: number | null;
  credentialId: number | null;
  classId: number | null;
  role: string | null;
  /**
   * Prerequisites of one event with the same word here are alternatives: any one of them will do.
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
 * When no mail is sent to a person at once. Without hours: never quiet. Without a row: as the site has it.
 */
export interface QuietHoursOfAPerson {
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
 * How often something happened in the present window, for all server processes. Addresses are stored as a hash that changes daily.
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
 * Where those are sent who ask for a page by a name that it no longer has.
 */
export interface Redirect {
  id: number;
  /**
   * The end of the old address: /content/static/former-name. The redirect ends when a page takes this name.
   */
  name: string;
  /**
   * Empty: visitors are told that the page is gone for good.
   */
  pageId: number | null;
  /**
   * From then on there is no such page. Empty: it stays.
   */
  expiresAt: string | null;
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
   * Scheme, host and port, such as https://makers.example.edu; a path is left out. It stands for all pages there, and for no other host.
   */
  url: string;
  description: string | null;
  contactEmail: string | null;
  /**
   * Otherwise it may do none of these.
   */
  active: boolean;
  /**
   * Its pages may read what visitors may read here.
   */
  canCallApi: boolean;
  /**
   * Errors of its pages are kept in the event log.
   */
  canReport: boolean;
  /**
   * Its pages may show them in a frame.
   */
  canEmbed: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * When a person is reminded of a session. Without a row: a day before.
 */
export interface ReminderTimesOfAPerson {
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
 * What staff and the customer of a request have said to each other on it. How it reaches them is messages and mails.
 */
export interface MessageOfARequest {
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
 * What staff write to each other about a request. Its customer is never shown it.
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
 * Whoever is on the roster of a class. Without an account, the entry waits for the one that has its student ID or address.
 */
export interface PersonOfAClass {
  id: number;
  classId: number;
  name: string;
  studentId: string | null;
  email: string | null;
  section: string | null;
  /**
   * Found by student ID or email. Empty: it is linked once there is one.
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
 * What the search reads of a published page, of a part of its text or of one of its cards, kept with every write to them.
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
 * A process that serves requests of this database. It says every few seconds that it is alive.
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

export interface Session {
  id: number;
  tokenHash: string;
  userId: number;
  expiresAt: string;
  isKiosk: boolean | null;
  /**
   * The event instance that people check in to by themselves in this browser. The session may do nothing else then.
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

export interface SiteSettings {
  id: number;
  name: string;
  /**
   * On top of every page.
   */
  welcomeMessage: string | null;
  /**
   * On top of every page, in a line of its own. It moves along where it is too long for the line.
   */
  bannerMessage: string | null;
  /**
   * In wide windows, until the page is scrolled.
   */
  lockupURL: string | null;
  /**
   * Once the page is scrolled, and in windows of middle width.
   */
  graphicURL: string | null;
  /**
   * On phones.
   */
  squareLogoURL: string | null;
  /**
   * On the tab of the browser. A square picture.
   */
  faviconURL: string | null;
  /**
   * Behind pages with a dark ground that have none of their own.
   */
  darkBackgroundURL: string | null;
  /**
   * Behind pages with a light ground that have none of their own.
   */
  lightBackgroundURL: string | null;
  /**
   * At the end of every page.
   */
  footer: string | null;
  /**
   * The search field in the header.
   */
  showBookstackSearch: boolean | null;
  /**
   * The entry under Tools where the links of the menu are kept.
   */
  showLinksManager: boolean | null;
  /**
   * The inventory system, an entry under Tools. Without an address there is none.
   */
  inventoryURL: string | null;
  /**
   * An entry under Tools for those who process events. Without an address there is none.
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

export interface StoreItem {
  id: number;
  name: string;
  sku: string;
  storeId: number;
  description: string | null;
  priceCents: number;
  /**
   * Empty for unlimited.
   */
  stock: number | null;
  perUserLimit: number | null;
  groupIds: number[] | null;
  active: boolean;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
  deletedAt: string | null;
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

export interface Submission {
  id: number;
  formId: number;
  formVersionId: number;
  formGroupId: number | null;
  submittedById: number;
  /**
   * The answer that tells it apart from others of the same form.
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
  done: boolean | null;
  costCents: number | null;
  paidCents: number | null;
  reason: string | null;
  expectedOn: string | null;
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
 * An address to which no mail goes: a mail server has said that it does not exist, or staff have.
 */
export interface SuppressedAddress {
  id: number;
  /**
   * Such as ada@example.edu. Mails to it are kept in the outbox and not sent.
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
   * Texts as they are, everything else as JSON. Without one, the default holds.
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
 * A code by which a ticket is checked in, as a device of its holder keeps it. Only its hash is stored; who deletes it revokes it.
 */
export interface CodeOfATicket {
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
 * Has been sent, for the session as it was to begin then: one that is moved is reminded of anew.
 */
export interface ReminderOfATicket {
  id: number;
  ticketId: number;
  before: 'week' | 'day' | 'hour';
  startsAt: string;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface Ticket {
  id: number;
  instanceId: number;
  userId: number;
  status: 'held' | 'confirmed' | 'waitlisted' | 'offered' | 'cancelled' | 'attended' | 'late' | 'noShow';
  source: 'web' | 'staff' | 'walkIn' | 'roster' | 'kiosk';
  /**
   * With a link to the session, which admits people outside of its audience. Empty for tickets that staff gave.
   */
  isInvited: boolean | null;
  /**
   * The event requires something that the person has only booked. If they miss or cancel it, this seat is released.
   */
  isConditional: boolean | null;
  /**
   * Those that only a booking met when the ticket was given; reviewed when that booking changes.
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
   * Its status when its session was cancelled, which it gets again when that is taken back.
   */
  cancelledFrom: ('held' | 'confirmed' | 'offered' | 'waitlisted') | null;
  reason: string | null;
  priceCents: number | null;
  /**
   * On which the person answered; empty for who has not been asked.
   */
  formVersionId: number | null;
  /**
   * Question and answer in words.
   */
  answers: string | null;
  answerValues: {
    [k: string]: Json;
  } | null;
  wishes: string | null;
  /**
   * When and where its session was to take place before it was moved; empty once the person has seen that.
   */
  movedFrom: string | null;
  note: string | null;
  /**
   * Links of earlier rounds are withdrawn.
   */
  certificateRound: number | null;
  /**
   * The instance and the person while the ticket is active, so that there is never a second one.
   */
  activeFor: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

export interface User {
  id: number;
  /**
   * Small letters, digits and . _ @ -
   */
  username: string;
  displayName: string;
  email: string | null;
  /**
   * As class rosters and cards have it.
   */
  studentId: string | null;
  /**
   * Keyed hash of what the person's card says to a reader, which is kept nowhere.
   */
  cardHash: string | null;
  /**
   * Nobody can log in to it. Whoever gets an account with its address takes over its tickets.
   */
  isProvisional: boolean | null;
  /**
   * What this person may do, over the roles of the groups below.
   */
  roles: string[] | null;
  groupIds: number[] | null;
  /**
   * Follow the directory at each login and every hour. The groups above are given by hand and stay.
   */
  directoryGroupIds: number[] | null;
  /**
   * An account that is not active cannot log in; its sessions end at once.
   */
  active: boolean;
  lastLoginAt: string | null;
  notes: string | null;
  version: number;
  createdAt: string;
  createdById: number | null;
  updatedAt: string;
  updatedById: number | null;
}

/**
 * An exception for one person, made by staff.
 */
export interface Waiver {
  id: number;
  userId: number;
  kind: 'prerequisite' | 'block' | 'age';
  /**
   * The event to sign up for.
   */
  eventId: number;
  /**
   * The one that is waived; without one, all of the event.
   */
  prerequisiteId: number | null;
  /**
   * Of a guardian’s consent: who gave it, on which day, and where it is kept.
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
 * Work that runs in the background. The values of its data are never shown.
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
   * A new job has taken its place, so it cannot be retried.
   */
  isSentAgain: boolean;
}

/**
 * A job that failed in all its attempts and waits for a decision, for up to 90 days.
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
 * What somebody did to a job or, without a job, to all of a queue.
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
 * Jobs of one kind, counted by state. A count ends at 100,001.
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
   * When the first of the jobs that wait was due
   */
  waitingSince: string | null;
  lastRunAt: string | null;
  lastRunState: ('created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed') | null;
  cron: string | null;
  timezone: string | null;
}

/**
 * The hours in which a location is open on a day, by its usual and special hours, and those taken by sessions. Blocks do not shorten them; sessions at the same time count once.
 */
export interface DayOfALocation {
  id: number;
  locationId: number;
  day: string;
  openHours: number;
  /**
   * Of the open hours, those taken by sessions
   */
  usedHours: number;
  /**
   * Hours of sessions while the location is closed
   */
  outsideHours: number;
}

/**
 * A process that serves requests of this database, with its latest figures.
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
   * 99 of 100 turns of the event loop waited at most this long
   */
  loopDelay: number | null;
  loopUse: number | null;
  connections: number | null;
  waiting: number | null;
}

/**
 * A session with its tickets counted. Of a cancelled session only that counts; drafts do not count.
 */
export interface SessionInFigures {
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
   * Sessions that took place or will
   */
  sessions: number;
  sessionsCancelled: number;
  /**
   * Of sessions that were not cancelled
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
   * Seats in sessions that are over, whose attendance nobody has recorded
   */
  unmarked: number;
  /**
   * Have been on the waitlist
   */
  waitlisted: number;
  promoted: number;
  /**
   * Tickets, the waitlist included
   */
  cancelled: number;
  /**
   * After the deadline
   */
  cancelledLate: number;
}

/**
 * What happened to a ticket: the sign-up, and each change of its status.
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
