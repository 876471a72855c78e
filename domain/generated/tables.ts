/* Made from schemas/resources by `npm run generate`: not edited by hand. */
import type { AddressChange, Agreement, Announcement, AnonymisedAccount, AuditEntry, BackgroundJob, Balance, Block, CalendarFeed, CannedReply, Card, Category, Center, CenterUser, Class, CodeOfATicket, ConflictOverride, Credential, CredentialOfEvents, DayOfALocation, DeadLetter, Discount, Draft, DraftLink, EarnedCredential, EventInstance, EventLog, Events, File, Form, FormGroup, FormVersion, Group, IdempotencyKey, Identity, Image, InternalNote, JobAction, JobQueue, KeyOfACard, KindOfEvent, Link, Location, LoginAttempt, Mail, Message, MessageChoice, MessageOfARequest, MessageRecipient, Page, PageDraft, PagePresence, PageVersion, PageViews, Permission, PersonOfAClass, Preference, Prerequisite, Process, QuietHoursOfAPerson, RateLimit, RecipientOfAnAnnouncement, Redirect, RegisteredSite, ReminderOfATicket, ReminderTimesOfAPerson, RequirementMetElsewhere, RequirementOfAClass, Revision, SearchText, SeriesOfSessions, ServerProcess, Session, SessionInFigures, SessionLink, SessionOfAnIdentityProvider, SignUpChange, SiteSettings, SpecialHours, StatusChange, Store, StoreItem, Submission, SubmissionRevision, SuppressedAddress, SystemSetting, Ticket, User, VersionOfAMessageTemplate, ViewsOfALink, Waiver } from './resources.ts';

/** A column's types for Kysely: select, insert and update. */
interface Column<Read, Insert, Update = Insert> {
  readonly __select__: Read;
  readonly __insert__: Insert;
  readonly __update__: Update;
}

/** jsonb is read as its value and written as JSON text (the driver would write a list as a PostgreSQL array). */
type JsonColumn<Read, Insert> = Column<Read, Insert, string | Extract<Read, null>>;

type Optional<Value> = Column<Value, Value | undefined, Value>;

export interface AddressChangeTable {
  id: Optional<AddressChange['id']>;
  userId: AddressChange['userId'];
  address: AddressChange['address'];
  endsAt: AddressChange['endsAt'];
  confirmedAt: Optional<AddressChange['confirmedAt']>;
  version: Optional<AddressChange['version']>;
  createdAt: Optional<AddressChange['createdAt']>;
  createdById: Optional<AddressChange['createdById']>;
  updatedAt: Optional<AddressChange['updatedAt']>;
  updatedById: Optional<AddressChange['updatedById']>;
}

export interface AgreementTable {
  id: Optional<Agreement['id']>;
  userId: Agreement['userId'];
  eventId: Agreement['eventId'];
  termsVersion: Agreement['termsVersion'];
  minimumAge: Optional<Agreement['minimumAge']>;
  text: Optional<Agreement['text']>;
  version: Optional<Agreement['version']>;
  createdAt: Optional<Agreement['createdAt']>;
  createdById: Optional<Agreement['createdById']>;
  updatedAt: Optional<Agreement['updatedAt']>;
  updatedById: Optional<Agreement['updatedById']>;
}

export interface RecipientOfAnAnnouncementTable {
  id: Optional<RecipientOfAnAnnouncement['id']>;
  announcementId: RecipientOfAnAnnouncement['announcementId'];
  userId: RecipientOfAnAnnouncement['userId'];
  delivery: Optional<RecipientOfAnAnnouncement['delivery']>;
  version: Optional<RecipientOfAnAnnouncement['version']>;
  createdAt: Optional<RecipientOfAnAnnouncement['createdAt']>;
  createdById: Optional<RecipientOfAnAnnouncement['createdById']>;
  updatedAt: Optional<RecipientOfAnAnnouncement['updatedAt']>;
  updatedById: Optional<RecipientOfAnAnnouncement['updatedById']>;
}

export interface AnnouncementTable {
  id: Optional<Announcement['id']>;
  subject: Announcement['subject'];
  html: Announcement['html'];
  state: Announcement['state'];
  people: Announcement['people'];
  source: Announcement['source'];
  filter: JsonColumn<Announcement['filter'], string | null | undefined>;
  senderId: Optional<Announcement['senderId']>;
  dueAt: Announcement['dueAt'];
  sentAt: Optional<Announcement['sentAt']>;
  version: Optional<Announcement['version']>;
  createdAt: Optional<Announcement['createdAt']>;
  createdById: Optional<Announcement['createdById']>;
  updatedAt: Optional<Announcement['updatedAt']>;
  updatedById: Optional<Announcement['updatedById']>;
}

export interface AnonymisedAccountTable {
  id: Optional<AnonymisedAccount['id']>;
  userId: Optional<AnonymisedAccount['userId']>;
  requests: Optional<AnonymisedAccount['requests']>;
  version: Optional<AnonymisedAccount['version']>;
  createdAt: Optional<AnonymisedAccount['createdAt']>;
  createdById: Optional<AnonymisedAccount['createdById']>;
  updatedAt: Optional<AnonymisedAccount['updatedAt']>;
  updatedById: Optional<AnonymisedAccount['updatedById']>;
}

export interface AuditEntryTable {
  id: Optional<AuditEntry['id']>;
  at: AuditEntry['at'];
  actorId: Optional<AuditEntry['actorId']>;
  actorName: Optional<AuditEntry['actorName']>;
  ip: Optional<AuditEntry['ip']>;
  resource: AuditEntry['resource'];
  recordId: AuditEntry['recordId'];
  action: AuditEntry['action'];
  command: Optional<AuditEntry['command']>;
  before: JsonColumn<AuditEntry['before'], string | null | undefined>;
  after: JsonColumn<AuditEntry['after'], string | null | undefined>;
  rowVersion: Optional<AuditEntry['rowVersion']>;
  version: Optional<AuditEntry['version']>;
  createdAt: Optional<AuditEntry['createdAt']>;
  createdById: Optional<AuditEntry['createdById']>;
  updatedAt: Optional<AuditEntry['updatedAt']>;
  updatedById: Optional<AuditEntry['updatedById']>;
}

export interface BalanceTable {
  id: Optional<Balance['id']>;
  userId: Balance['userId'];
  name: Balance['name'];
  kind: Balance['kind'];
  balanceCents: Optional<Balance['balanceCents']>;
  floorCents: Optional<Balance['floorCents']>;
  expiresOn: Optional<Balance['expiresOn']>;
  priority: Optional<Balance['priority']>;
  version: Optional<Balance['version']>;
  createdAt: Optional<Balance['createdAt']>;
  createdById: Optional<Balance['createdById']>;
  updatedAt: Optional<Balance['updatedAt']>;
  updatedById: Optional<Balance['updatedById']>;
}

export interface BlockTable {
  id: Optional<Block['id']>;
  title: Block['title'];
  publicTitle: Optional<Block['publicTitle']>;
  kind: Optional<Block['kind']>;
  locationId: Block['locationId'];
  startsAt: Block['startsAt'];
  endsAt: Block['endsAt'];
  rule: Optional<Block['rule']>;
  exceptDates: JsonColumn<Block['exceptDates'], string | null | undefined>;
  overBy: Optional<Block['overBy']>;
  notes: Optional<Block['notes']>;
  version: Optional<Block['version']>;
  createdAt: Optional<Block['createdAt']>;
  createdById: Optional<Block['createdById']>;
  updatedAt: Optional<Block['updatedAt']>;
  updatedById: Optional<Block['updatedById']>;
  deletedAt: Optional<Block['deletedAt']>;
}

export interface CalendarFeedTable {
  id: Optional<CalendarFeed['id']>;
  tokenHash: CalendarFeed['tokenHash'];
  userId: CalendarFeed['userId'];
  kind: Optional<CalendarFeed['kind']>;
  title: CalendarFeed['title'];
  locationId: Optional<CalendarFeed['locationId']>;
  lastReadAt: Optional<CalendarFeed['lastReadAt']>;
  version: Optional<CalendarFeed['version']>;
  createdAt: Optional<CalendarFeed['createdAt']>;
  createdById: Optional<CalendarFeed['createdById']>;
  updatedAt: Optional<CalendarFeed['updatedAt']>;
  updatedById: Optional<CalendarFeed['updatedById']>;
}

export interface CannedReplyTable {
  id: Optional<CannedReply['id']>;
  title: CannedReply['title'];
  kind: Optional<CannedReply['kind']>;
  text: CannedReply['text'];
  order: Optional<CannedReply['order']>;
  active: Optional<CannedReply['active']>;
  version: Optional<CannedReply['version']>;
  createdAt: Optional<CannedReply['createdAt']>;
  createdById: Optional<CannedReply['createdById']>;
  updatedAt: Optional<CannedReply['updatedAt']>;
  updatedById: Optional<CannedReply['updatedById']>;
}

export interface KeyOfACardTable {
  id: Optional<KeyOfACard['id']>;
  cardId: KeyOfACard['cardId'];
  key: KeyOfACard['key'];
  version: Optional<KeyOfACard['version']>;
  createdAt: Optional<KeyOfACard['createdAt']>;
  createdById: Optional<KeyOfACard['createdById']>;
  updatedAt: Optional<KeyOfACard['updatedAt']>;
  updatedById: Optional<KeyOfACard['updatedById']>;
}

export interface CardTable {
  id: Optional<Card['id']>;
  title: Card['title'];
  pageId: Card['pageId'];
  type: Card['type'];
  order: Optional<Card['order']>;
  data: JsonColumn<Card['data'], string | null | undefined>;
  version: Optional<Card['version']>;
  createdAt: Optional<Card['createdAt']>;
  createdById: Optional<Card['createdById']>;
  updatedAt: Optional<Card['updatedAt']>;
  updatedById: Optional<Card['updatedById']>;
}

export interface CategoryTable {
  id: Optional<Category['id']>;
  name: Category['name'];
  description: Optional<Category['description']>;
  color: Optional<Category['color']>;
  parentId: Optional<Category['parentId']>;
  order: Optional<Category['order']>;
  visibleToRoles: JsonColumn<Category['visibleToRoles'], string | null | undefined>;
  visibleToGroupIds: JsonColumn<Category['visibleToGroupIds'], string | null | undefined>;
  active: Optional<Category['active']>;
  version: Optional<Category['version']>;
  createdAt: Optional<Category['createdAt']>;
  createdById: Optional<Category['createdById']>;
  updatedAt: Optional<Category['updatedAt']>;
  updatedById: Optional<Category['updatedById']>;
}

export interface CenterUserTable {
  id: Optional<CenterUser['id']>;
  centerId: CenterUser['centerId'];
  userId: CenterUser['userId'];
  status: Optional<CenterUser['status']>;
  waiverSignedOn: Optional<CenterUser['waiverSignedOn']>;
  blockedUntil: Optional<CenterUser['blockedUntil']>;
  notes: Optional<CenterUser['notes']>;
  version: Optional<CenterUser['version']>;
  createdAt: Optional<CenterUser['createdAt']>;
  createdById: Optional<CenterUser['createdById']>;
  updatedAt: Optional<CenterUser['updatedAt']>;
  updatedById: Optional<CenterUser['updatedById']>;
}

export interface CenterTable {
  id: Optional<Center['id']>;
  name: Center['name'];
  locationId: Optional<Center['locationId']>;
  contactEmail: Optional<Center['contactEmail']>;
  description: Optional<Center['description']>;
  active: Optional<Center['active']>;
  version: Optional<Center['version']>;
  createdAt: Optional<Center['createdAt']>;
  createdById: Optional<Center['createdById']>;
  updatedAt: Optional<Center['updatedAt']>;
  updatedById: Optional<Center['updatedById']>;
}

export interface RequirementMetElsewhereTable {
  id: Optional<RequirementMetElsewhere['id']>;
  entryId: RequirementMetElsewhere['entryId'];
  requirementId: RequirementMetElsewhere['requirementId'];
  reason: RequirementMetElsewhere['reason'];
  version: Optional<RequirementMetElsewhere['version']>;
  createdAt: Optional<RequirementMetElsewhere['createdAt']>;
  createdById: Optional<RequirementMetElsewhere['createdById']>;
  updatedAt: Optional<RequirementMetElsewhere['updatedAt']>;
  updatedById: Optional<RequirementMetElsewhere['updatedById']>;
}

export interface RequirementOfAClassTable {
  id: Optional<RequirementOfAClass['id']>;
  classId: RequirementOfAClass['classId'];
  eventId: RequirementOfAClass['eventId'];
  dueOn: Optional<RequirementOfAClass['dueOn']>;
  version: Optional<RequirementOfAClass['version']>;
  createdAt: Optional<RequirementOfAClass['createdAt']>;
  createdById: Optional<RequirementOfAClass['createdById']>;
  updatedAt: Optional<RequirementOfAClass['updatedAt']>;
  updatedById: Optional<RequirementOfAClass['updatedById']>;
}

export interface ClassTable {
  id: Optional<Class['id']>;
  title: Class['title'];
  subject: Class['subject'];
  number: Class['number'];
  section: Class['section'];
  term: Class['term'];
  instructorId: Optional<Class['instructorId']>;
  requiredBy: Optional<Class['requiredBy']>;
  active: Optional<Class['active']>;
  version: Optional<Class['version']>;
  createdAt: Optional<Class['createdAt']>;
  createdById: Optional<Class['createdById']>;
  updatedAt: Optional<Class['updatedAt']>;
  updatedById: Optional<Class['updatedById']>;
}

export interface ConflictOverrideTable {
  id: Optional<ConflictOverride['id']>;
  instanceId: ConflictOverride['instanceId'];
  conflicts: ConflictOverride['conflicts'];
  reason: ConflictOverride['reason'];
  version: Optional<ConflictOverride['version']>;
  createdAt: Optional<ConflictOverride['createdAt']>;
  createdById: Optional<ConflictOverride['createdById']>;
  updatedAt: Optional<ConflictOverride['updatedAt']>;
  updatedById: Optional<ConflictOverride['updatedById']>;
}

export interface CredentialTable {
  id: Optional<Credential['id']>;
  userId: Credential['userId'];
  passwordHash: Credential['passwordHash'];
  changedAt: Credential['changedAt'];
  version: Optional<Credential['version']>;
  createdAt: Optional<Credential['createdAt']>;
  createdById: Optional<Credential['createdById']>;
  updatedAt: Optional<Credential['updatedAt']>;
  updatedById: Optional<Credential['updatedById']>;
}

export interface DiscountTable {
  id: Optional<Discount['id']>;
  name: Discount['name'];
  groupId: Discount['groupId'];
  percent: Discount['percent'];
  scope: Optional<Discount['scope']>;
  formId: Optional<Discount['formId']>;
  storeItemId: Optional<Discount['storeItemId']>;
  startsOn: Optional<Discount['startsOn']>;
  endsOn: Optional<Discount['endsOn']>;
  active: Optional<Discount['active']>;
  version: Optional<Discount['version']>;
  createdAt: Optional<Discount['createdAt']>;
  createdById: Optional<Discount['createdById']>;
  updatedAt: Optional<Discount['updatedAt']>;
  updatedById: Optional<Discount['updatedById']>;
}

export interface DraftLinkTable {
  id: Optional<DraftLink['id']>;
  pageId: DraftLink['pageId'];
  expiresAt: DraftLink['expiresAt'];
  version: Optional<DraftLink['version']>;
  createdAt: Optional<DraftLink['createdAt']>;
  createdById: Optional<DraftLink['createdById']>;
  updatedAt: Optional<DraftLink['updatedAt']>;
  updatedById: Optional<DraftLink['updatedById']>;
}

export interface DraftTable {
  id: Optional<Draft['id']>;
  userId: Draft['userId'];
  formId: Draft['formId'];
  formVersionId: Draft['formVersionId'];
  submissionId: Optional<Draft['submissionId']>;
  data: JsonColumn<Draft['data'], string>;
  version: Optional<Draft['version']>;
  createdAt: Optional<Draft['createdAt']>;
  createdById: Optional<Draft['createdById']>;
  updatedAt: Optional<Draft['updatedAt']>;
  updatedById: Optional<Draft['updatedById']>;
}

export interface EarnedCredentialTable {
  id: Optional<EarnedCredential['id']>;
  userId: EarnedCredential['userId'];
  credentialId: EarnedCredential['credentialId'];
  ticketId: EarnedCredential['ticketId'];
  earnedAt: EarnedCredential['earnedAt'];
  expiresAt: Optional<EarnedCredential['expiresAt']>;
  revokedAt: Optional<EarnedCredential['revokedAt']>;
  version: Optional<EarnedCredential['version']>;
  createdAt: Optional<EarnedCredential['createdAt']>;
  createdById: Optional<EarnedCredential['createdById']>;
  updatedAt: Optional<EarnedCredential['updatedAt']>;
  updatedById: Optional<EarnedCredential['updatedById']>;
}

export interface CredentialOfEventsTable {
  id: Optional<CredentialOfEvents['id']>;
  name: CredentialOfEvents['name'];
  description: Optional<CredentialOfEvents['description']>;
  validDays: Optional<CredentialOfEvents['validDays']>;
  version: Optional<CredentialOfEvents['version']>;
  createdAt: Optional<CredentialOfEvents['createdAt']>;
  createdById: Optional<CredentialOfEvents['createdById']>;
  updatedAt: Optional<CredentialOfEvents['updatedAt']>;
  updatedById: Optional<CredentialOfEvents['updatedById']>;
}

export interface KindOfEventTable {
  id: Optional<KindOfEvent['id']>;
  level: KindOfEvent['level'];
  message: KindOfEvent['message'];
  place: Optional<KindOfEvent['place']>;
  count: Optional<KindOfEvent['count']>;
  firstAt: KindOfEvent['firstAt'];
  lastAt: KindOfEvent['lastAt'];
  fingerprint: KindOfEvent['fingerprint'];
  version: Optional<KindOfEvent['version']>;
  createdAt: Optional<KindOfEvent['createdAt']>;
  createdById: Optional<KindOfEvent['createdById']>;
  updatedAt: Optional<KindOfEvent['updatedAt']>;
  updatedById: Optional<KindOfEvent['updatedById']>;
}

export interface EventLogTable {
  id: Optional<EventLog['id']>;
  kindId: Optional<EventLog['kindId']>;
  level: EventLog['level'];
  message: EventLog['message'];
  exception: Optional<EventLog['exception']>;
  location: Optional<EventLog['location']>;
  userId: Optional<EventLog['userId']>;
  ip: Optional<EventLog['ip']>;
  userAgent: Optional<EventLog['userAgent']>;
  version: Optional<EventLog['version']>;
  createdAt: Optional<EventLog['createdAt']>;
  createdById: Optional<EventLog['createdById']>;
  updatedAt: Optional<EventLog['updatedAt']>;
  updatedById: Optional<EventLog['updatedById']>;
}

export interface SeriesOfSessionsTable {
  id: Optional<SeriesOfSessions['id']>;
  eventId: SeriesOfSessions['eventId'];
  startsAt: SeriesOfSessions['startsAt'];
  endsAt: SeriesOfSessions['endsAt'];
  rule: Optional<SeriesOfSessions['rule']>;
  exceptDates: JsonColumn<SeriesOfSessions['exceptDates'], string | null | undefined>;
  isBookedAsWhole: Optional<SeriesOfSessions['isBookedAsWhole']>;
  version: Optional<SeriesOfSessions['version']>;
  createdAt: Optional<SeriesOfSessions['createdAt']>;
  createdById: Optional<SeriesOfSessions['createdById']>;
  updatedAt: Optional<SeriesOfSessions['updatedAt']>;
  updatedById: Optional<SeriesOfSessions['updatedById']>;
}

export interface EventsTable {
  id: Optional<Events['id']>;
  title: Events['title'];
  categoryId: Events['categoryId'];
  summary: Optional<Events['summary']>;
  description: Optional<Events['description']>;
  defaultMinutes: Optional<Events['defaultMinutes']>;
  defaultCapacity: Optional<Events['defaultCapacity']>;
  defaultLocationId: Optional<Events['defaultLocationId']>;
  defaultInstructorIds: JsonColumn<Events['defaultInstructorIds'], string | null | undefined>;
  feeCents: Optional<Events['feeCents']>;
  signupOpensDays: Optional<Events['signupOpensDays']>;
  signupClosesHours: Optional<Events['signupClosesHours']>;
  cancelDeadlineHours: Optional<Events['cancelDeadlineHours']>;
  oneSeatPerPerson: Optional<Events['oneSeatPerPerson']>;
  waitlistOn: Optional<Events['waitlistOn']>;
  waitlistMax: Optional<Events['waitlistMax']>;
  offerHours: Optional<Events['offerHours']>;
  noShowLimit: Optional<Events['noShowLimit']>;
  lateCancelLimit: Optional<Events['lateCancelLimit']>;
  limitDays: Optional<Events['limitDays']>;
  blockDays: Optional<Events['blockDays']>;
  minimumAge: Optional<Events['minimumAge']>;
  liabilityText: Optional<Events['liabilityText']>;
  overbookLimit: Optional<Events['overbookLimit']>;
  visibleToRoles: JsonColumn<Events['visibleToRoles'], string | null | undefined>;
  visibleToGroupIds: JsonColumn<Events['visibleToGroupIds'], string | null | undefined>;
  formId: Optional<Events['formId']>;
  asksWishes: Optional<Events['asksWishes']>;
  bring: Optional<Events['bring']>;
  credentialId: Optional<Events['credentialId']>;
  kioskVisible: Optional<Events['kioskVisible']>;
  active: Optional<Events['active']>;
  version: Optional<Events['version']>;
  createdAt: Optional<Events['createdAt']>;
  createdById: Optional<Events['createdById']>;
  updatedAt: Optional<Events['updatedAt']>;
  updatedById: Optional<Events['updatedById']>;
  deletedAt: Optional<Events['deletedAt']>;
}

export interface FileTable {
  id: Optional<File['id']>;
  name: File['name'];
  mime: File['mime'];
  size: File['size'];
  sha256: File['sha256'];
  storageKey: File['storageKey'];
  thumbnailKey: Optional<File['thumbnailKey']>;
  uploaderId: File['uploaderId'];
  formVersionId: Optional<File['formVersionId']>;
  field: Optional<File['field']>;
  resource: Optional<File['resource']>;
  recordId: Optional<File['recordId']>;
  submissionId: Optional<File['submissionId']>;
  requestMessageId: Optional<File['requestMessageId']>;
  version: Optional<File['version']>;
  createdAt: Optional<File['createdAt']>;
  createdById: Optional<File['createdById']>;
  updatedAt: Optional<File['updatedAt']>;
  updatedById: Optional<File['updatedById']>;
}

export interface FormGroupTable {
  id: Optional<FormGroup['id']>;
  title: FormGroup['title'];
  name: FormGroup['name'];
  description: Optional<FormGroup['description']>;
  order: Optional<FormGroup['order']>;
  active: Optional<FormGroup['active']>;
  version: Optional<FormGroup['version']>;
  createdAt: Optional<FormGroup['createdAt']>;
  createdById: Optional<FormGroup['createdById']>;
  updatedAt: Optional<FormGroup['updatedAt']>;
  updatedById: Optional<FormGroup['updatedById']>;
}

export interface FormVersionTable {
  id: Optional<FormVersion['id']>;
  formId: FormVersion['formId'];
  number: FormVersion['number'];
  costType: FormVersion['costType'];
  publishedAt: FormVersion['publishedAt'];
  publishedById: Optional<FormVersion['publishedById']>;
  earlierDraftsUntil: Optional<FormVersion['earlierDraftsUntil']>;
  validatorHash: Optional<FormVersion['validatorHash']>;
  schema: JsonColumn<FormVersion['schema'], string>;
  version: Optional<FormVersion['version']>;
  createdAt: Optional<FormVersion['createdAt']>;
  createdById: Optional<FormVersion['createdById']>;
  updatedAt: Optional<FormVersion['updatedAt']>;
  updatedById: Optional<FormVersion['updatedById']>;
}

export interface FormTable {
  id: Optional<Form['id']>;
  title: Form['title'];
  name: Form['name'];
  groupId: Optional<Form['groupId']>;
  description: Optional<Form['description']>;
  costType: Form['costType'];
  active: Optional<Form['active']>;
  forEvents: Optional<Form['forEvents']>;
  opensAt: Optional<Form['opensAt']>;
  closesAt: Optional<Form['closesAt']>;
  perUserLimit: Optional<Form['perUserLimit']>;
  assigneeId: Optional<Form['assigneeId']>;
  usesPickup: Optional<Form['usesPickup']>;
  paymentPlaceId: Optional<Form['paymentPlaceId']>;
  paymentNote: Optional<Form['paymentNote']>;
  paymentDays: Optional<Form['paymentDays']>;
  pickupPlaceId: Optional<Form['pickupPlaceId']>;
  pickupNote: Optional<Form['pickupNote']>;
  pickupDays: Optional<Form['pickupDays']>;
  completedEvent: Optional<Form['completedEvent']>;
  draftDays: Optional<Form['draftDays']>;
  order: Optional<Form['order']>;
  currentVersionId: Optional<Form['currentVersionId']>;
  draftSchema: JsonColumn<Form['draftSchema'], string | null | undefined>;
  version: Optional<Form['version']>;
  createdAt: Optional<Form['createdAt']>;
  createdById: Optional<Form['createdById']>;
  updatedAt: Optional<Form['updatedAt']>;
  updatedById: Optional<Form['updatedById']>;
  deletedAt: Optional<Form['deletedAt']>;
}

export interface GroupTable {
  id: Optional<Group['id']>;
  name: Group['name'];
  description: Optional<Group['description']>;
  roles: JsonColumn<Group['roles'], string | null | undefined>;
  directoryNames: JsonColumn<Group['directoryNames'], string | null | undefined>;
  active: Optional<Group['active']>;
  version: Optional<Group['version']>;
  createdAt: Optional<Group['createdAt']>;
  createdById: Optional<Group['createdById']>;
  updatedAt: Optional<Group['updatedAt']>;
  updatedById: Optional<Group['updatedById']>;
}

export interface SpecialHoursTable {
  id: Optional<SpecialHours['id']>;
  reason: SpecialHours['reason'];
  locationId: Optional<SpecialHours['locationId']>;
  startsOn: SpecialHours['startsOn'];
  endsOn: SpecialHours['endsOn'];
  closed: Optional<SpecialHours['closed']>;
  opensAt: Optional<SpecialHours['opensAt']>;
  closesAt: Optional<SpecialHours['closesAt']>;
  version: Optional<SpecialHours['version']>;
  createdAt: Optional<SpecialHours['createdAt']>;
  createdById: Optional<SpecialHours['createdById']>;
  updatedAt: Optional<SpecialHours['updatedAt']>;
  updatedById: Optional<SpecialHours['updatedById']>;
}

export interface IdempotencyKeyTable {
  id: Optional<IdempotencyKey['id']>;
  userId: IdempotencyKey['userId'];
  scope: IdempotencyKey['scope'];
  key: IdempotencyKey['key'];
  bodyHash: IdempotencyKey['bodyHash'];
  status: Optional<IdempotencyKey['status']>;
  answer: JsonColumn<IdempotencyKey['answer'], string | null | undefined>;
  version: Optional<IdempotencyKey['version']>;
  createdAt: Optional<IdempotencyKey['createdAt']>;
  createdById: Optional<IdempotencyKey['createdById']>;
  updatedAt: Optional<IdempotencyKey['updatedAt']>;
  updatedById: Optional<IdempotencyKey['updatedById']>;
}

export interface IdentityTable {
  id: Optional<Identity['id']>;
  userId: Optional<Identity['userId']>;
  userName: Identity['userName'];
  displayName: Optional<Identity['displayName']>;
  email: Optional<Identity['email']>;
  provider: Identity['provider'];
  issuer: Identity['issuer'];
  subject: Identity['subject'];
  isLeading: Optional<Identity['isLeading']>;
  groups: JsonColumn<Identity['groups'], string | null | undefined>;
  groupsUnreadSince: Optional<Identity['groupsUnreadSince']>;
  lastSeenAt: Optional<Identity['lastSeenAt']>;
  checkedAt: Optional<Identity['checkedAt']>;
  goneSince: Optional<Identity['goneSince']>;
  goneReason: Optional<Identity['goneReason']>;
  closedAccount: Optional<Identity['closedAccount']>;
  version: Optional<Identity['version']>;
  createdAt: Optional<Identity['createdAt']>;
  createdById: Optional<Identity['createdById']>;
  updatedAt: Optional<Identity['updatedAt']>;
  updatedById: Optional<Identity['updatedById']>;
}

export interface ImageTable {
  id: Optional<Image['id']>;
  file: Image['file'];
  name: Image['name'];
  alt: Optional<Image['alt']>;
  width: Image['width'];
  height: Image['height'];
  bytes: Image['bytes'];
  sha256: Image['sha256'];
  version: Optional<Image['version']>;
  createdAt: Optional<Image['createdAt']>;
  createdById: Optional<Image['createdById']>;
  updatedAt: Optional<Image['updatedAt']>;
  updatedById: Optional<Image['updatedById']>;
}

export interface EventInstanceTable {
  id: Optional<EventInstance['id']>;
  eventId: EventInstance['eventId'];
  status: Optional<EventInstance['status']>;
  startsAt: EventInstance['startsAt'];
  endsAt: EventInstance['endsAt'];
  seriesId: Optional<EventInstance['seriesId']>;
  occurrence: Optional<EventInstance['occurrence']>;
  ownFields: JsonColumn<EventInstance['ownFields'], string | null | undefined>;
  dates: JsonColumn<EventInstance['dates'], string | null | undefined>;
  locationId: Optional<EventInstance['locationId']>;
  locationNote: Optional<EventInstance['locationNote']>;
  joinUrl: Optional<EventInstance['joinUrl']>;
  instructorIds: JsonColumn<EventInstance['instructorIds'], string | null | undefined>;
  classId: Optional<EventInstance['classId']>;
  capacity: EventInstance['capacity'];
  walkInsAllowed: Optional<EventInstance['walkInsAllowed']>;
  signupOpensAt: Optional<EventInstance['signupOpensAt']>;
  signupClosesAt: Optional<EventInstance['signupClosesAt']>;
  isPrivate: Optional<EventInstance['isPrivate']>;
  overbookLimit: Optional<EventInstance['overbookLimit']>;
  confirmed: Optional<EventInstance['confirmed']>;
  waiting: Optional<EventInstance['waiting']>;
  calendarSequence: Optional<EventInstance['calendarSequence']>;
  movedFrom: Optional<EventInstance['movedFrom']>;
  notes: Optional<EventInstance['notes']>;
  version: Optional<EventInstance['version']>;
  createdAt: Optional<EventInstance['createdAt']>;
  createdById: Optional<EventInstance['createdById']>;
  updatedAt: Optional<EventInstance['updatedAt']>;
  updatedById: Optional<EventInstance['updatedById']>;
}

export interface ViewsOfALinkTable {
  id: Optional<ViewsOfALink['id']>;
  linkId: ViewsOfALink['linkId'];
  views: Optional<ViewsOfALink['views']>;
  version: Optional<ViewsOfALink['version']>;
  createdAt: Optional<ViewsOfALink['createdAt']>;
  createdById: Optional<ViewsOfALink['createdById']>;
  updatedAt: Optional<ViewsOfALink['updatedAt']>;
  updatedById: Optional<ViewsOfALink['updatedById']>;
}

export interface LinkTable {
  id: Optional<Link['id']>;
  title: Link['title'];
  url: Link['url'];
  category: Optional<Link['category']>;
  active: Optional<Link['active']>;
  version: Optional<Link['version']>;
  createdAt: Optional<Link['createdAt']>;
  createdById: Optional<Link['createdById']>;
  updatedAt: Optional<Link['updatedAt']>;
  updatedById: Optional<Link['updatedById']>;
}

export interface LocationTable {
  id: Optional<Location['id']>;
  displayName: Location['displayName'];
  buildingCode: Location['buildingCode'];
  room: Location['room'];
  timezone: Optional<Location['timezone']>;
  capacity: Optional<Location['capacity']>;
  directions: Optional<Location['directions']>;
  planImage: Optional<Location['planImage']>;
  planAlt: Optional<Location['planAlt']>;
  paymentNote: Optional<Location['paymentNote']>;
  hours: JsonColumn<Location['hours'], string | null | undefined>;
  isPublic: Optional<Location['isPublic']>;
  active: Optional<Location['active']>;
  version: Optional<Location['version']>;
  createdAt: Optional<Location['createdAt']>;
  createdById: Optional<Location['createdById']>;
  updatedAt: Optional<Location['updatedAt']>;
  updatedById: Optional<Location['updatedById']>;
}

export interface LoginAttemptTable {
  id: Optional<LoginAttempt['id']>;
  account: LoginAttempt['account'];
  ip: LoginAttempt['ip'];
  device: Optional<LoginAttempt['device']>;
  succeeded: Optional<LoginAttempt['succeeded']>;
  at: Optional<LoginAttempt['at']>;
  version: Optional<LoginAttempt['version']>;
  createdAt: Optional<LoginAttempt['createdAt']>;
  createdById: Optional<LoginAttempt['createdById']>;
  updatedAt: Optional<LoginAttempt['updatedAt']>;
  updatedById: Optional<LoginAttempt['updatedById']>;
}

export interface MailTable {
  id: Optional<Mail['id']>;
  address: Mail['address'];
  userId: Optional<Mail['userId']>;
  messageId: Optional<Mail['messageId']>;
  category: Mail['category'];
  event: Mail['event'];
  isMandatory: Optional<Mail['isMandatory']>;
  state: Mail['state'];
  topic: Optional<Mail['topic']>;
  subject: Mail['subject'];
  dueAt: Mail['dueAt'];
  attempts: Optional<Mail['attempts']>;
  lastTriedAt: Optional<Mail['lastTriedAt']>;
  lastCode: Optional<Mail['lastCode']>;
  lastAnswer: Optional<Mail['lastAnswer']>;
  sentAt: Optional<Mail['sentAt']>;
  headerId: Mail['headerId'];
  digestId: Optional<Mail['digestId']>;
  tries: JsonColumn<Mail['tries'], string | null | undefined>;
  version: Optional<Mail['version']>;
  createdAt: Optional<Mail['createdAt']>;
  createdById: Optional<Mail['createdById']>;
  updatedAt: Optional<Mail['updatedAt']>;
  updatedById: Optional<Mail['updatedById']>;
}

export interface MessageChoiceTable {
  id: Optional<MessageChoice['id']>;
  userId: MessageChoice['userId'];
  category: MessageChoice['category'];
  delivery: MessageChoice['delivery'];
  version: Optional<MessageChoice['version']>;
  createdAt: Optional<MessageChoice['createdAt']>;
  createdById: Optional<MessageChoice['createdById']>;
  updatedAt: Optional<MessageChoice['updatedAt']>;
  updatedById: Optional<MessageChoice['updatedById']>;
}

export interface MessageRecipientTable {
  id: Optional<MessageRecipient['id']>;
  messageId: MessageRecipient['messageId'];
  userId: MessageRecipient['userId'];
  readAt: Optional<MessageRecipient['readAt']>;
  archivedAt: Optional<MessageRecipient['archivedAt']>;
  version: Optional<MessageRecipient['version']>;
  createdAt: Optional<MessageRecipient['createdAt']>;
  createdById: Optional<MessageRecipient['createdById']>;
  updatedAt: Optional<MessageRecipient['updatedAt']>;
  updatedById: Optional<MessageRecipient['updatedById']>;
}

export interface VersionOfAMessageTemplateTable {
  id: Optional<VersionOfAMessageTemplate['id']>;
  event: VersionOfAMessageTemplate['event'];
  audience: VersionOfAMessageTemplate['audience'];
  number: VersionOfAMessageTemplate['number'];
  subject: Optional<VersionOfAMessageTemplate['subject']>;
  body: Optional<VersionOfAMessageTemplate['body']>;
  shippedSubject: VersionOfAMessageTemplate['shippedSubject'];
  shippedBody: VersionOfAMessageTemplate['shippedBody'];
  savedById: Optional<VersionOfAMessageTemplate['savedById']>;
  version: Optional<VersionOfAMessageTemplate['version']>;
  createdAt: Optional<VersionOfAMessageTemplate['createdAt']>;
  createdById: Optional<VersionOfAMessageTemplate['createdById']>;
  updatedAt: Optional<VersionOfAMessageTemplate['updatedAt']>;
  updatedById: Optional<VersionOfAMessageTemplate['updatedById']>;
}

export interface MessageTable {
  id: Optional<Message['id']>;
  event: Message['event'];
  category: Message['category'];
  kind: Message['kind'];
  subject: Message['subject'];
  html: Message['html'];
  written: Optional<Message['written']>;
  audience: Optional<Message['audience']>;
  templateVersion: Optional<Message['templateVersion']>;
  values: JsonColumn<Message['values'], string | null | undefined>;
  authorKind: Message['authorKind'];
  authorId: Optional<Message['authorId']>;
  authorName: Optional<Message['authorName']>;
  about: Optional<Message['about']>;
  aboutId: Optional<Message['aboutId']>;
  aboutTitle: Optional<Message['aboutTitle']>;
  aboutPath: Optional<Message['aboutPath']>;
  calendar: JsonColumn<Message['calendar'], string | null | undefined>;
  version: Optional<Message['version']>;
  createdAt: Optional<Message['createdAt']>;
  createdById: Optional<Message['createdById']>;
  updatedAt: Optional<Message['updatedAt']>;
  updatedById: Optional<Message['updatedById']>;
}

export interface SessionOfAnIdentityProviderTable {
  id: Optional<SessionOfAnIdentityProvider['id']>;
  sessionId: SessionOfAnIdentityProvider['sessionId'];
  provider: SessionOfAnIdentityProvider['provider'];
  issuer: SessionOfAnIdentityProvider['issuer'];
  subject: SessionOfAnIdentityProvider['subject'];
  sid: Optional<SessionOfAnIdentityProvider['sid']>;
  tokens: SessionOfAnIdentityProvider['tokens'];
  isRenewable: Optional<SessionOfAnIdentityProvider['isRenewable']>;
  checkedAt: Optional<SessionOfAnIdentityProvider['checkedAt']>;
  version: Optional<SessionOfAnIdentityProvider['version']>;
  createdAt: Optional<SessionOfAnIdentityProvider['createdAt']>;
  createdById: Optional<SessionOfAnIdentityProvider['createdById']>;
  updatedAt: Optional<SessionOfAnIdentityProvider['updatedAt']>;
  updatedById: Optional<SessionOfAnIdentityProvider['updatedById']>;
}

export interface PageDraftTable {
  id: Optional<PageDraft['id']>;
  pageId: PageDraft['pageId'];
  content: JsonColumn<PageDraft['content'], string>;
  publishAt: Optional<PageDraft['publishAt']>;
  scheduledById: Optional<PageDraft['scheduledById']>;
  version: Optional<PageDraft['version']>;
  createdAt: Optional<PageDraft['createdAt']>;
  createdById: Optional<PageDraft['createdById']>;
  updatedAt: Optional<PageDraft['updatedAt']>;
  updatedById: Optional<PageDraft['updatedById']>;
}

export interface PagePresenceTable {
  id: Optional<PagePresence['id']>;
  pageId: PagePresence['pageId'];
  userId: PagePresence['userId'];
  tab: PagePresence['tab'];
  section: Optional<PagePresence['section']>;
  seenAt: PagePresence['seenAt'];
  version: Optional<PagePresence['version']>;
  createdAt: Optional<PagePresence['createdAt']>;
  createdById: Optional<PagePresence['createdById']>;
  updatedAt: Optional<PagePresence['updatedAt']>;
  updatedById: Optional<PagePresence['updatedById']>;
}

export interface PageVersionTable {
  id: Optional<PageVersion['id']>;
  pageId: PageVersion['pageId'];
  number: PageVersion['number'];
  kind: Optional<PageVersion['kind']>;
  content: JsonColumn<PageVersion['content'], string>;
  publishedAt: PageVersion['publishedAt'];
  publishedById: Optional<PageVersion['publishedById']>;
  version: Optional<PageVersion['version']>;
  createdAt: Optional<PageVersion['createdAt']>;
  createdById: Optional<PageVersion['createdById']>;
  updatedAt: Optional<PageVersion['updatedAt']>;
  updatedById: Optional<PageVersion['updatedById']>;
}

export interface PageViewsTable {
  id: Optional<PageViews['id']>;
  day: PageViews['day'];
  pageName: PageViews['pageName'];
  path: PageViews['path'];
  category: PageViews['category'];
  views: Optional<PageViews['views']>;
  version: Optional<PageViews['version']>;
  createdAt: Optional<PageViews['createdAt']>;
  createdById: Optional<PageViews['createdById']>;
  updatedAt: Optional<PageViews['updatedAt']>;
  updatedById: Optional<PageViews['updatedById']>;
}

export interface PageTable {
  id: Optional<Page['id']>;
  title: Page['title'];
  name: Page['name'];
  type: Optional<Page['type']>;
  theme: Optional<Page['theme']>;
  backgroundUrl: Optional<Page['backgroundUrl']>;
  summary: Optional<Page['summary']>;
  category: Optional<Page['category']>;
  tags: JsonColumn<Page['tags'], string | null | undefined>;
  inNavigation: Optional<Page['inNavigation']>;
  navigationLabel: Optional<Page['navigationLabel']>;
  navigationIcon: Optional<Page['navigationIcon']>;
  navigationOrder: Optional<Page['navigationOrder']>;
  published: Optional<Page['published']>;
  data: Optional<Page['data']>;
  version: Optional<Page['version']>;
  createdAt: Optional<Page['createdAt']>;
  createdById: Optional<Page['createdById']>;
  updatedAt: Optional<Page['updatedAt']>;
  updatedById: Optional<Page['updatedById']>;
  deletedAt: Optional<Page['deletedAt']>;
}

export interface PermissionTable {
  id: Optional<Permission['id']>;
  role: Permission['role'];
  resource: Permission['resource'];
  actions: JsonColumn<Permission['actions'], string>;
  readFields: JsonColumn<Permission['readFields'], string | undefined>;
  writeFields: JsonColumn<Permission['writeFields'], string | undefined>;
  condition: JsonColumn<Permission['condition'], string | null | undefined>;
  description: Optional<Permission['description']>;
  version: Optional<Permission['version']>;
  createdAt: Optional<Permission['createdAt']>;
  createdById: Optional<Permission['createdById']>;
  updatedAt: Optional<Permission['updatedAt']>;
  updatedById: Optional<Permission['updatedById']>;
}

export interface PreferenceTable {
  id: Optional<Preference['id']>;
  userId: Preference['userId'];
  key: Preference['key'];
  value: JsonColumn<Preference['value'], string>;
  version: Optional<Preference['version']>;
  createdAt: Optional<Preference['createdAt']>;
  createdById: Optional<Preference['createdById']>;
  updatedAt: Optional<Preference['updatedAt']>;
  updatedById: Optional<Preference['updatedById']>;
}

export interface PrerequisiteTable {
  id: Optional<Prerequisite['id']>;
  eventId: Prerequisite['eventId'];
  kind: Prerequisite['kind'];
  requiredEventId: Optional<Prerequisite['requiredEventId']>;
  credentialId: Optional<Prerequisite['credentialId']>;
  classId: Optional<Prerequisite['classId']>;
  role: Optional<Prerequisite['role']>;
  alternative: Optional<Prerequisite['alternative']>;
  validDays: Optional<Prerequisite['validDays']>;
  note: Optional<Prerequisite['note']>;
  version: Optional<Prerequisite['version']>;
  createdAt: Optional<Prerequisite['createdAt']>;
  createdById: Optional<Prerequisite['createdById']>;
  updatedAt: Optional<Prerequisite['updatedAt']>;
  updatedById: Optional<Prerequisite['updatedById']>;
}

export interface QuietHoursOfAPersonTable {
  id: Optional<QuietHoursOfAPerson['id']>;
  userId: QuietHoursOfAPerson['userId'];
  fromHour: Optional<QuietHoursOfAPerson['fromHour']>;
  toHour: Optional<QuietHoursOfAPerson['toHour']>;
  zone: Optional<QuietHoursOfAPerson['zone']>;
  version: Optional<QuietHoursOfAPerson['version']>;
  createdAt: Optional<QuietHoursOfAPerson['createdAt']>;
  createdById: Optional<QuietHoursOfAPerson['createdById']>;
  updatedAt: Optional<QuietHoursOfAPerson['updatedAt']>;
  updatedById: Optional<QuietHoursOfAPerson['updatedById']>;
}

export interface RateLimitTable {
  id: Optional<RateLimit['id']>;
  key: RateLimit['key'];
  count: Optional<RateLimit['count']>;
  endsAt: RateLimit['endsAt'];
  version: Optional<RateLimit['version']>;
  createdAt: Optional<RateLimit['createdAt']>;
  createdById: Optional<RateLimit['createdById']>;
  updatedAt: Optional<RateLimit['updatedAt']>;
  updatedById: Optional<RateLimit['updatedById']>;
}

export interface RedirectTable {
  id: Optional<Redirect['id']>;
  name: Redirect['name'];
  pageId: Optional<Redirect['pageId']>;
  expiresAt: Optional<Redirect['expiresAt']>;
  version: Optional<Redirect['version']>;
  createdAt: Optional<Redirect['createdAt']>;
  createdById: Optional<Redirect['createdById']>;
  updatedAt: Optional<Redirect['updatedAt']>;
  updatedById: Optional<Redirect['updatedById']>;
}

export interface RegisteredSiteTable {
  id: Optional<RegisteredSite['id']>;
  name: RegisteredSite['name'];
  url: RegisteredSite['url'];
  description: Optional<RegisteredSite['description']>;
  contactEmail: Optional<RegisteredSite['contactEmail']>;
  active: Optional<RegisteredSite['active']>;
  canCallApi: Optional<RegisteredSite['canCallApi']>;
  canReport: Optional<RegisteredSite['canReport']>;
  canEmbed: Optional<RegisteredSite['canEmbed']>;
  version: Optional<RegisteredSite['version']>;
  createdAt: Optional<RegisteredSite['createdAt']>;
  createdById: Optional<RegisteredSite['createdById']>;
  updatedAt: Optional<RegisteredSite['updatedAt']>;
  updatedById: Optional<RegisteredSite['updatedById']>;
}

export interface ReminderTimesOfAPersonTable {
  id: Optional<ReminderTimesOfAPerson['id']>;
  userId: ReminderTimesOfAPerson['userId'];
  week: ReminderTimesOfAPerson['week'];
  day: ReminderTimesOfAPerson['day'];
  hour: ReminderTimesOfAPerson['hour'];
  version: Optional<ReminderTimesOfAPerson['version']>;
  createdAt: Optional<ReminderTimesOfAPerson['createdAt']>;
  createdById: Optional<ReminderTimesOfAPerson['createdById']>;
  updatedAt: Optional<ReminderTimesOfAPerson['updatedAt']>;
  updatedById: Optional<ReminderTimesOfAPerson['updatedById']>;
}

export interface MessageOfARequestTable {
  id: Optional<MessageOfARequest['id']>;
  submissionId: MessageOfARequest['submissionId'];
  kind: MessageOfARequest['kind'];
  text: MessageOfARequest['text'];
  authorKind: MessageOfARequest['authorKind'];
  authorId: Optional<MessageOfARequest['authorId']>;
  authorName: MessageOfARequest['authorName'];
  answerTo: Optional<MessageOfARequest['answerTo']>;
  state: Optional<MessageOfARequest['state']>;
  version: Optional<MessageOfARequest['version']>;
  createdAt: Optional<MessageOfARequest['createdAt']>;
  createdById: Optional<MessageOfARequest['createdById']>;
  updatedAt: Optional<MessageOfARequest['updatedAt']>;
  updatedById: Optional<MessageOfARequest['updatedById']>;
}

export interface InternalNoteTable {
  id: Optional<InternalNote['id']>;
  submissionId: InternalNote['submissionId'];
  text: InternalNote['text'];
  authorId: Optional<InternalNote['authorId']>;
  authorName: InternalNote['authorName'];
  version: Optional<InternalNote['version']>;
  createdAt: Optional<InternalNote['createdAt']>;
  createdById: Optional<InternalNote['createdById']>;
  updatedAt: Optional<InternalNote['updatedAt']>;
  updatedById: Optional<InternalNote['updatedById']>;
}

export interface RevisionTable {
  id: Optional<Revision['id']>;
  name: Revision['name'];
  value: Optional<Revision['value']>;
  version: Optional<Revision['version']>;
  createdAt: Optional<Revision['createdAt']>;
  createdById: Optional<Revision['createdById']>;
  updatedAt: Optional<Revision['updatedAt']>;
  updatedById: Optional<Revision['updatedById']>;
}

export interface PersonOfAClassTable {
  id: Optional<PersonOfAClass['id']>;
  classId: PersonOfAClass['classId'];
  name: PersonOfAClass['name'];
  studentId: Optional<PersonOfAClass['studentId']>;
  email: Optional<PersonOfAClass['email']>;
  section: Optional<PersonOfAClass['section']>;
  userId: Optional<PersonOfAClass['userId']>;
  status: Optional<PersonOfAClass['status']>;
  droppedOn: Optional<PersonOfAClass['droppedOn']>;
  version: Optional<PersonOfAClass['version']>;
  createdAt: Optional<PersonOfAClass['createdAt']>;
  createdById: Optional<PersonOfAClass['createdById']>;
  updatedAt: Optional<PersonOfAClass['updatedAt']>;
  updatedById: Optional<PersonOfAClass['updatedById']>;
}

export interface SearchTextTable {
  id: Optional<SearchText['id']>;
  kind: SearchText['kind'];
  pageId: SearchText['pageId'];
  cardId: Optional<SearchText['cardId']>;
  title: SearchText['title'];
  body: SearchText['body'];
  stems: Optional<SearchText['stems']>;
  heading: Optional<SearchText['heading']>;
  text: Optional<SearchText['text']>;
  tags: JsonColumn<SearchText['tags'], string | null | undefined>;
  url: SearchText['url'];
  version: Optional<SearchText['version']>;
  createdAt: Optional<SearchText['createdAt']>;
  createdById: Optional<SearchText['createdById']>;
  updatedAt: Optional<SearchText['updatedAt']>;
  updatedById: Optional<SearchText['updatedById']>;
}

export interface ServerProcessTable {
  id: Optional<ServerProcess['id']>;
  key: ServerProcess['key'];
  host: ServerProcess['host'];
  pid: ServerProcess['pid'];
  release: ServerProcess['release'];
  startedAt: ServerProcess['startedAt'];
  seenAt: ServerProcess['seenAt'];
  figures: JsonColumn<ServerProcess['figures'], string>;
  version: Optional<ServerProcess['version']>;
  createdAt: Optional<ServerProcess['createdAt']>;
  createdById: Optional<ServerProcess['createdById']>;
  updatedAt: Optional<ServerProcess['updatedAt']>;
  updatedById: Optional<ServerProcess['updatedById']>;
}

export interface SessionLinkTable {
  id: Optional<SessionLink['id']>;
  instanceId: SessionLink['instanceId'];
  label: SessionLink['label'];
  expiresAt: Optional<SessionLink['expiresAt']>;
  revokedAt: Optional<SessionLink['revokedAt']>;
  version: Optional<SessionLink['version']>;
  createdAt: Optional<SessionLink['createdAt']>;
  createdById: Optional<SessionLink['createdById']>;
  updatedAt: Optional<SessionLink['updatedAt']>;
  updatedById: Optional<SessionLink['updatedById']>;
}

export interface SessionTable {
  id: Optional<Session['id']>;
  tokenHash: Session['tokenHash'];
  userId: Session['userId'];
  expiresAt: Session['expiresAt'];
  isKiosk: Optional<Session['isKiosk']>;
  selfCheckInId: Optional<Session['selfCheckInId']>;
  ip: Optional<Session['ip']>;
  userAgent: Optional<Session['userAgent']>;
  version: Optional<Session['version']>;
  createdAt: Optional<Session['createdAt']>;
  createdById: Optional<Session['createdById']>;
  updatedAt: Optional<Session['updatedAt']>;
  updatedById: Optional<Session['updatedById']>;
}

export interface SiteSettingsTable {
  id: Optional<SiteSettings['id']>;
  name: SiteSettings['name'];
  welcomeMessage: Optional<SiteSettings['welcomeMessage']>;
  bannerMessage: Optional<SiteSettings['bannerMessage']>;
  lockupURL: Optional<SiteSettings['lockupURL']>;
  graphicURL: Optional<SiteSettings['graphicURL']>;
  squareLogoURL: Optional<SiteSettings['squareLogoURL']>;
  faviconURL: Optional<SiteSettings['faviconURL']>;
  darkBackgroundURL: Optional<SiteSettings['darkBackgroundURL']>;
  lightBackgroundURL: Optional<SiteSettings['lightBackgroundURL']>;
  footer: Optional<SiteSettings['footer']>;
  showBookstackSearch: Optional<SiteSettings['showBookstackSearch']>;
  showLinksManager: Optional<SiteSettings['showLinksManager']>;
  inventoryURL: Optional<SiteSettings['inventoryURL']>;
  internalDocsURL: Optional<SiteSettings['internalDocsURL']>;
  version: Optional<SiteSettings['version']>;
  createdAt: Optional<SiteSettings['createdAt']>;
  createdById: Optional<SiteSettings['createdById']>;
  updatedAt: Optional<SiteSettings['updatedAt']>;
  updatedById: Optional<SiteSettings['updatedById']>;
}

export interface StatusChangeTable {
  id: Optional<StatusChange['id']>;
  submissionId: StatusChange['submissionId'];
  kind: StatusChange['kind'];
  from: Optional<StatusChange['from']>;
  to: Optional<StatusChange['to']>;
  actorId: Optional<StatusChange['actorId']>;
  actorName: StatusChange['actorName'];
  actorKind: StatusChange['actorKind'];
  reason: Optional<StatusChange['reason']>;
  messageId: Optional<StatusChange['messageId']>;
  text: Optional<StatusChange['text']>;
  version: Optional<StatusChange['version']>;
  createdAt: Optional<StatusChange['createdAt']>;
  createdById: Optional<StatusChange['createdById']>;
  updatedAt: Optional<StatusChange['updatedAt']>;
  updatedById: Optional<StatusChange['updatedById']>;
}

export interface StoreItemTable {
  id: Optional<StoreItem['id']>;
  name: StoreItem['name'];
  sku: StoreItem['sku'];
  storeId: StoreItem['storeId'];
  description: Optional<StoreItem['description']>;
  priceCents: StoreItem['priceCents'];
  stock: Optional<StoreItem['stock']>;
  perUserLimit: Optional<StoreItem['perUserLimit']>;
  groupIds: JsonColumn<StoreItem['groupIds'], string | null | undefined>;
  active: Optional<StoreItem['active']>;
  version: Optional<StoreItem['version']>;
  createdAt: Optional<StoreItem['createdAt']>;
  createdById: Optional<StoreItem['createdById']>;
  updatedAt: Optional<StoreItem['updatedAt']>;
  updatedById: Optional<StoreItem['updatedById']>;
  deletedAt: Optional<StoreItem['deletedAt']>;
}

export interface StoreTable {
  id: Optional<Store['id']>;
  name: Store['name'];
  description: Optional<Store['description']>;
  locationId: Optional<Store['locationId']>;
  contactEmail: Optional<Store['contactEmail']>;
  active: Optional<Store['active']>;
  version: Optional<Store['version']>;
  createdAt: Optional<Store['createdAt']>;
  createdById: Optional<Store['createdById']>;
  updatedAt: Optional<Store['updatedAt']>;
  updatedById: Optional<Store['updatedById']>;
}

export interface SubmissionRevisionTable {
  id: Optional<SubmissionRevision['id']>;
  submissionId: SubmissionRevision['submissionId'];
  number: SubmissionRevision['number'];
  formVersionId: SubmissionRevision['formVersionId'];
  data: JsonColumn<SubmissionRevision['data'], string>;
  byName: Optional<SubmissionRevision['byName']>;
  version: Optional<SubmissionRevision['version']>;
  createdAt: Optional<SubmissionRevision['createdAt']>;
  createdById: Optional<SubmissionRevision['createdById']>;
  updatedAt: Optional<SubmissionRevision['updatedAt']>;
  updatedById: Optional<SubmissionRevision['updatedById']>;
}

export interface SubmissionTable {
  id: Optional<Submission['id']>;
  formId: Submission['formId'];
  formVersionId: Submission['formVersionId'];
  formGroupId: Optional<Submission['formGroupId']>;
  submittedById: Submission['submittedById'];
  subject: Optional<Submission['subject']>;
  neededOn: Optional<Submission['neededOn']>;
  assignedToId: Optional<Submission['assignedToId']>;
  status: Submission['status'];
  waitingFor: Optional<Submission['waitingFor']>;
  statusSince: Submission['statusSince'];
  done: Optional<Submission['done']>;
  costCents: Optional<Submission['costCents']>;
  paidCents: Optional<Submission['paidCents']>;
  reason: Optional<Submission['reason']>;
  expectedOn: Optional<Submission['expectedOn']>;
  revision: Optional<Submission['revision']>;
  returnStack: JsonColumn<Submission['returnStack'], string | null | undefined>;
  data: JsonColumn<Submission['data'], string>;
  version: Optional<Submission['version']>;
  createdAt: Optional<Submission['createdAt']>;
  createdById: Optional<Submission['createdById']>;
  updatedAt: Optional<Submission['updatedAt']>;
  updatedById: Optional<Submission['updatedById']>;
}

export interface SuppressedAddressTable {
  id: Optional<SuppressedAddress['id']>;
  address: SuppressedAddress['address'];
  code: Optional<SuppressedAddress['code']>;
  reason: SuppressedAddress['reason'];
  source: Optional<SuppressedAddress['source']>;
  version: Optional<SuppressedAddress['version']>;
  createdAt: Optional<SuppressedAddress['createdAt']>;
  createdById: Optional<SuppressedAddress['createdById']>;
  updatedAt: Optional<SuppressedAddress['updatedAt']>;
  updatedById: Optional<SuppressedAddress['updatedById']>;
}

export interface SystemSettingTable {
  id: Optional<SystemSetting['id']>;
  key: SystemSetting['key'];
  value: Optional<SystemSetting['value']>;
  description: Optional<SystemSetting['description']>;
  version: Optional<SystemSetting['version']>;
  createdAt: Optional<SystemSetting['createdAt']>;
  createdById: Optional<SystemSetting['createdById']>;
  updatedAt: Optional<SystemSetting['updatedAt']>;
  updatedById: Optional<SystemSetting['updatedById']>;
}

export interface CodeOfATicketTable {
  id: Optional<CodeOfATicket['id']>;
  ticketId: CodeOfATicket['ticketId'];
  hash: CodeOfATicket['hash'];
  version: Optional<CodeOfATicket['version']>;
  createdAt: Optional<CodeOfATicket['createdAt']>;
  createdById: Optional<CodeOfATicket['createdById']>;
  updatedAt: Optional<CodeOfATicket['updatedAt']>;
  updatedById: Optional<CodeOfATicket['updatedById']>;
}

export interface ReminderOfATicketTable {
  id: Optional<ReminderOfATicket['id']>;
  ticketId: ReminderOfATicket['ticketId'];
  before: ReminderOfATicket['before'];
  startsAt: ReminderOfATicket['startsAt'];
  version: Optional<ReminderOfATicket['version']>;
  createdAt: Optional<ReminderOfATicket['createdAt']>;
  createdById: Optional<ReminderOfATicket['createdById']>;
  updatedAt: Optional<ReminderOfATicket['updatedAt']>;
  updatedById: Optional<ReminderOfATicket['updatedById']>;
}

export interface TicketTable {
  id: Optional<Ticket['id']>;
  instanceId: Ticket['instanceId'];
  userId: Ticket['userId'];
  status: Ticket['status'];
  source: Ticket['source'];
  isInvited: Optional<Ticket['isInvited']>;
  isConditional: Optional<Ticket['isConditional']>;
  bookedPrerequisiteIds: JsonColumn<Ticket['bookedPrerequisiteIds'], string | null | undefined>;
  waitingSince: Optional<Ticket['waitingSince']>;
  position: Optional<Ticket['position']>;
  code: Optional<Ticket['code']>;
  holdExpiresAt: Optional<Ticket['holdExpiresAt']>;
  checkedInAt: Optional<Ticket['checkedInAt']>;
  cancelledAt: Optional<Ticket['cancelledAt']>;
  cancelledLate: Optional<Ticket['cancelledLate']>;
  cancelledFrom: Optional<Ticket['cancelledFrom']>;
  reason: Optional<Ticket['reason']>;
  priceCents: Optional<Ticket['priceCents']>;
  formVersionId: Optional<Ticket['formVersionId']>;
  answers: Optional<Ticket['answers']>;
  answerValues: JsonColumn<Ticket['answerValues'], string | null | undefined>;
  wishes: Optional<Ticket['wishes']>;
  movedFrom: Optional<Ticket['movedFrom']>;
  note: Optional<Ticket['note']>;
  certificateRound: Optional<Ticket['certificateRound']>;
  activeFor: Optional<Ticket['activeFor']>;
  version: Optional<Ticket['version']>;
  createdAt: Optional<Ticket['createdAt']>;
  createdById: Optional<Ticket['createdById']>;
  updatedAt: Optional<Ticket['updatedAt']>;
  updatedById: Optional<Ticket['updatedById']>;
}

export interface UserTable {
  id: Optional<User['id']>;
  username: User['username'];
  displayName: User['displayName'];
  email: Optional<User['email']>;
  studentId: Optional<User['studentId']>;
  cardHash: Optional<User['cardHash']>;
  isProvisional: Optional<User['isProvisional']>;
  roles: JsonColumn<User['roles'], string | null | undefined>;
  groupIds: JsonColumn<User['groupIds'], string | null | undefined>;
  directoryGroupIds: JsonColumn<User['directoryGroupIds'], string | null | undefined>;
  active: Optional<User['active']>;
  lastLoginAt: Optional<User['lastLoginAt']>;
  notes: Optional<User['notes']>;
  version: Optional<User['version']>;
  createdAt: Optional<User['createdAt']>;
  createdById: Optional<User['createdById']>;
  updatedAt: Optional<User['updatedAt']>;
  updatedById: Optional<User['updatedById']>;
}

export interface WaiverTable {
  id: Optional<Waiver['id']>;
  userId: Waiver['userId'];
  kind: Optional<Waiver['kind']>;
  eventId: Waiver['eventId'];
  prerequisiteId: Optional<Waiver['prerequisiteId']>;
  reason: Waiver['reason'];
  validUntil: Optional<Waiver['validUntil']>;
  revoked: Optional<Waiver['revoked']>;
  version: Optional<Waiver['version']>;
  createdAt: Optional<Waiver['createdAt']>;
  createdById: Optional<Waiver['createdById']>;
  updatedAt: Optional<Waiver['updatedAt']>;
  updatedById: Optional<Waiver['updatedById']>;
}

/** All tables, for Kysely. */
export interface Tables {
  addressChanges: AddressChangeTable;
  agreements: AgreementTable;
  announcementRecipients: RecipientOfAnAnnouncementTable;
  announcements: AnnouncementTable;
  anonymisations: AnonymisedAccountTable;
  auditEntries: AuditEntryTable;
  balances: BalanceTable;
  blocks: BlockTable;
  calendarFeeds: CalendarFeedTable;
  cannedReplies: CannedReplyTable;
  cardKeys: KeyOfACardTable;
  cards: CardTable;
  categories: CategoryTable;
  centerUsers: CenterUserTable;
  centers: CenterTable;
  classExemptions: RequirementMetElsewhereTable;
  classRequirements: RequirementOfAClassTable;
  classes: ClassTable;
  conflictOverrides: ConflictOverrideTable;
  credentials: CredentialTable;
  discounts: DiscountTable;
  draftLinks: DraftLinkTable;
  drafts: DraftTable;
  earnedCredentials: EarnedCredentialTable;
  eventCredentials: CredentialOfEventsTable;
  eventKinds: KindOfEventTable;
  eventLog: EventLogTable;
  eventSeries: SeriesOfSessionsTable;
  events: EventsTable;
  files: FileTable;
  formGroups: FormGroupTable;
  formVersions: FormVersionTable;
  forms: FormTable;
  groups: GroupTable;
  hoursExceptions: SpecialHoursTable;
  idempotencyKeys: IdempotencyKeyTable;
  identities: IdentityTable;
  images: ImageTable;
  instances: EventInstanceTable;
  linkViews: ViewsOfALinkTable;
  links: LinkTable;
  locations: LocationTable;
  loginAttempts: LoginAttemptTable;
  mails: MailTable;
  messageChoices: MessageChoiceTable;
  messageRecipients: MessageRecipientTable;
  messageTemplates: VersionOfAMessageTemplateTable;
  messages: MessageTable;
  openidSessions: SessionOfAnIdentityProviderTable;
  pageDrafts: PageDraftTable;
  pagePresences: PagePresenceTable;
  pageVersions: PageVersionTable;
  pageViews: PageViewsTable;
  pages: PageTable;
  permissions: PermissionTable;
  preferences: PreferenceTable;
  prerequisites: PrerequisiteTable;
  quietHours: QuietHoursOfAPersonTable;
  rateLimits: RateLimitTable;
  redirects: RedirectTable;
  registeredSites: RegisteredSiteTable;
  reminderTimes: ReminderTimesOfAPersonTable;
  requestMessages: MessageOfARequestTable;
  requestNotes: InternalNoteTable;
  revisions: RevisionTable;
  rosterEntries: PersonOfAClassTable;
  searchTexts: SearchTextTable;
  serverProcesses: ServerProcessTable;
  sessionLinks: SessionLinkTable;
  sessions: SessionTable;
  siteSettings: SiteSettingsTable;
  statusChanges: StatusChangeTable;
  storeItems: StoreItemTable;
  stores: StoreTable;
  submissionRevisions: SubmissionRevisionTable;
  submissions: SubmissionTable;
  suppressedAddresses: SuppressedAddressTable;
  systemSettings: SystemSettingTable;
  ticketCodes: CodeOfATicketTable;
  ticketReminders: ReminderOfATicketTable;
  tickets: TicketTable;
  users: UserTable;
  waivers: WaiverTable;
}

/** What the engine reads of each resource, by the resource's name. */
export interface Rows {
  addressChanges: AddressChange;
  agreements: Agreement;
  announcementRecipients: RecipientOfAnAnnouncement;
  announcements: Announcement;
  anonymisations: AnonymisedAccount;
  auditEntries: AuditEntry;
  balances: Balance;
  blocks: Block;
  calendarFeeds: CalendarFeed;
  cannedReplies: CannedReply;
  cardKeys: KeyOfACard;
  cards: Card;
  categories: Category;
  centerUsers: CenterUser;
  centers: Center;
  classExemptions: RequirementMetElsewhere;
  classRequirements: RequirementOfAClass;
  classes: Class;
  conflictOverrides: ConflictOverride;
  credentials: Credential;
  discounts: Discount;
  draftLinks: DraftLink;
  drafts: Draft;
  earnedCredentials: EarnedCredential;
  eventCredentials: CredentialOfEvents;
  eventKinds: KindOfEvent;
  eventLog: EventLog;
  eventSeries: SeriesOfSessions;
  events: Events;
  files: File;
  formGroups: FormGroup;
  formVersions: FormVersion;
  forms: Form;
  groups: Group;
  hoursExceptions: SpecialHours;
  idempotencyKeys: IdempotencyKey;
  identities: Identity;
  images: Image;
  instances: EventInstance;
  linkViews: ViewsOfALink;
  links: Link;
  locations: Location;
  loginAttempts: LoginAttempt;
  mails: Mail;
  messageChoices: MessageChoice;
  messageRecipients: MessageRecipient;
  messageTemplates: VersionOfAMessageTemplate;
  messages: Message;
  openidSessions: SessionOfAnIdentityProvider;
  pageDrafts: PageDraft;
  pagePresences: PagePresence;
  pageVersions: PageVersion;
  pageViews: PageViews;
  pages: Page;
  permissions: Permission;
  preferences: Preference;
  prerequisites: Prerequisite;
  quietHours: QuietHoursOfAPerson;
  rateLimits: RateLimit;
  redirects: Redirect;
  registeredSites: RegisteredSite;
  reminderTimes: ReminderTimesOfAPerson;
  requestMessages: MessageOfARequest;
  requestNotes: InternalNote;
  revisions: Revision;
  rosterEntries: PersonOfAClass;
  searchTexts: SearchText;
  serverProcesses: ServerProcess;
  sessionLinks: SessionLink;
  sessions: Session;
  siteSettings: SiteSettings;
  statusChanges: StatusChange;
  storeItems: StoreItem;
  stores: Store;
  submissionRevisions: SubmissionRevision;
  submissions: Submission;
  suppressedAddresses: SuppressedAddress;
  systemSettings: SystemSetting;
  ticketCodes: CodeOfATicket;
  ticketReminders: ReminderOfATicket;
  tickets: Ticket;
  users: User;
  waivers: Waiver;
  backgroundJobs: BackgroundJob;
  deadLetters: DeadLetter;
  jobActions: JobAction;
  jobQueues: JobQueue;
  locationDays: DayOfALocation;
  processes: Process;
  sessionFigures: SessionInFigures;
  signupHistory: SignUpChange;
}
