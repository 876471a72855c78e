/* Made from schemas/resources by `npm run generate`: not edited by hand. */
import type { AddressChange, Agreement, Announcement, AnnouncementRecipient, AnonymizedAccount, AuditEntry, BackgroundJob, Balance, BalanceApproval, BalanceNotice, Block, BlockDate, BookAccounts, CalendarFeed, CannedReply, Card, CardKey, CartItem, Category, Center, CenterUser, Charge, Class, ClassExemptions, ClassRequirement, Closing, Comparison, ConflictOverride, Credentials, DeadLetter, DepartmentCharge, DepartmentRule, Device, DevicePairing, Difference, Discount, Dispute, Draft, DraftLink, Duty, EarnedCredential, Email, EnteredCode, Entry, ErrorReport, Event, EventCredentials, EventType, File, Form, FormAction, FormGroup, FormVersion, Group, HeldNotice, Hold, IdempotencyKey, Identity, IdentityProviderSession, Image, IncomeEntry, InternalNote, JobAction, JobQueue, KioskPIN, LedgerAccounts, LedgerJournals, Link, LinkViews, Location, LocationDay, LoginAttempt, LoginSession, Machine, MachineAccess, Message, MessageChoice, MessageRecipient, MessageTemplateVersion, Month, Order, OrderLine, Page, PageDraft, PagePresence, PageVersion, PageViews, PasswordLink, Payment, Payout, Permission, PersonalQuietHours, PersonalReminderTimes, Posting, Preference, Prerequisite, PriceChange, Process, ProviderTransaction, Quote, RateLimit, Receipt, Redirect, Refund, RegisteredSite, Request, RequestAction, RequestMessage, Revision, RosterEntry, SearchText, SecondFactor, ServerProcess, Session, SessionFigures, SessionLink, SessionSeries, Setup, SignUp, SignUpChange, SignedWaiver, SiteSettings, SpecialHours, StatementLine, StatusChange, StockMovement, Store, StoreItem, SubmissionRevision, SuppressedAddress, SuspenseItem, SystemSetting, Tap, TaxRate, TicketCode, TicketReminder, Till, TillEntry, TillSession, Transactions, User, Visit, VisitHour, Waiver, Waivers } from './resources.ts';

/** A column's types for Kysely: select, insert and update. */
interface Column<Read, Insert, Update = Insert> {
  readonly __select__: Read;
  readonly __insert__: Insert;
  readonly __update__: Update;
}

/** jsonb is read as its value and written as JSON text (the driver would write a list as a PostgreSQL array). */
type JsonColumn<Read, Insert> = Column<Read, Insert, string | Extract<Read, null>>;

type Optional<Value> = Column<Value, Value | undefined, Value>;

export interface RequestActionTable {
  id: Optional<RequestAction['id']>;
  submissionId: RequestAction['submissionId'];
  name: RequestAction['name'];
  type: RequestAction['type'];
  state: RequestAction['state'];
  attempts: Optional<RequestAction['attempts']>;
  error: Optional<RequestAction['error']>;
  doneAt: Optional<RequestAction['doneAt']>;
  grantedGroupId: Optional<RequestAction['grantedGroupId']>;
  endsOn: Optional<RequestAction['endsOn']>;
  endedAt: Optional<RequestAction['endedAt']>;
  version: Optional<RequestAction['version']>;
  createdAt: Optional<RequestAction['createdAt']>;
  createdById: Optional<RequestAction['createdById']>;
  updatedAt: Optional<RequestAction['updatedAt']>;
  updatedById: Optional<RequestAction['updatedById']>;
}

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

export interface AnnouncementRecipientTable {
  id: Optional<AnnouncementRecipient['id']>;
  announcementId: AnnouncementRecipient['announcementId'];
  userId: AnnouncementRecipient['userId'];
  delivery: Optional<AnnouncementRecipient['delivery']>;
  version: Optional<AnnouncementRecipient['version']>;
  createdAt: Optional<AnnouncementRecipient['createdAt']>;
  createdById: Optional<AnnouncementRecipient['createdById']>;
  updatedAt: Optional<AnnouncementRecipient['updatedAt']>;
  updatedById: Optional<AnnouncementRecipient['updatedById']>;
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

export interface AnonymizedAccountTable {
  id: Optional<AnonymizedAccount['id']>;
  userId: Optional<AnonymizedAccount['userId']>;
  requests: Optional<AnonymizedAccount['requests']>;
  version: Optional<AnonymizedAccount['version']>;
  createdAt: Optional<AnonymizedAccount['createdAt']>;
  createdById: Optional<AnonymizedAccount['createdById']>;
  updatedAt: Optional<AnonymizedAccount['updatedAt']>;
  updatedById: Optional<AnonymizedAccount['updatedById']>;
}

export interface AuditEntryTable {
  id: Optional<AuditEntry['id']>;
  at: AuditEntry['at'];
  actorId: Optional<AuditEntry['actorId']>;
  actorName: Optional<AuditEntry['actorName']>;
  ip: Optional<AuditEntry['ip']>;
  device: Optional<AuditEntry['device']>;
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

export interface BalanceApprovalTable {
  id: Optional<BalanceApproval['id']>;
  balanceId: BalanceApproval['balanceId'];
  direction: BalanceApproval['direction'];
  amountCents: BalanceApproval['amountCents'];
  reason: BalanceApproval['reason'];
  state: BalanceApproval['state'];
  requestedById: BalanceApproval['requestedById'];
  decidedById: Optional<BalanceApproval['decidedById']>;
  decidedAt: Optional<BalanceApproval['decidedAt']>;
  note: Optional<BalanceApproval['note']>;
  version: Optional<BalanceApproval['version']>;
  createdAt: Optional<BalanceApproval['createdAt']>;
  createdById: Optional<BalanceApproval['createdById']>;
  updatedAt: Optional<BalanceApproval['updatedAt']>;
  updatedById: Optional<BalanceApproval['updatedById']>;
}

export interface BalanceNoticeTable {
  id: Optional<BalanceNotice['id']>;
  balanceId: BalanceNotice['balanceId'];
  kind: BalanceNotice['kind'];
  threshold: BalanceNotice['threshold'];
  version: Optional<BalanceNotice['version']>;
  createdAt: Optional<BalanceNotice['createdAt']>;
  createdById: Optional<BalanceNotice['createdById']>;
  updatedAt: Optional<BalanceNotice['updatedAt']>;
  updatedById: Optional<BalanceNotice['updatedById']>;
}

export interface BalanceTable {
  id: Optional<Balance['id']>;
  userId: Balance['userId'];
  name: Balance['name'];
  kind: Balance['kind'];
  balanceCents: Optional<Balance['balanceCents']>;
  heldCents: Optional<Balance['heldCents']>;
  floorCents: Optional<Balance['floorCents']>;
  expiresOn: Optional<Balance['expiresOn']>;
  importKey: Optional<Balance['importKey']>;
  priority: Optional<Balance['priority']>;
  closedAt: Optional<Balance['closedAt']>;
  version: Optional<Balance['version']>;
  createdAt: Optional<Balance['createdAt']>;
  createdById: Optional<Balance['createdById']>;
  updatedAt: Optional<Balance['updatedAt']>;
  updatedById: Optional<Balance['updatedById']>;
}

export interface BlockDateTable {
  id: Optional<BlockDate['id']>;
  blockId: BlockDate['blockId'];
  startsAt: BlockDate['startsAt'];
  endsAt: BlockDate['endsAt'];
  version: Optional<BlockDate['version']>;
  createdAt: Optional<BlockDate['createdAt']>;
  createdById: Optional<BlockDate['createdById']>;
  updatedAt: Optional<BlockDate['updatedAt']>;
  updatedById: Optional<BlockDate['updatedById']>;
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

export interface ClosingTable {
  id: Optional<Closing['id']>;
  month: Closing['month'];
  endsAt: Closing['endsAt'];
  transactions: Closing['transactions'];
  totalCents: Closing['totalCents'];
  closedAt: Closing['closedAt'];
  closedById: Optional<Closing['closedById']>;
  reopenedAt: Optional<Closing['reopenedAt']>;
  reopenedById: Optional<Closing['reopenedById']>;
  reason: Optional<Closing['reason']>;
  activeFor: Optional<Closing['activeFor']>;
  version: Optional<Closing['version']>;
  createdAt: Optional<Closing['createdAt']>;
  createdById: Optional<Closing['createdById']>;
  updatedAt: Optional<Closing['updatedAt']>;
  updatedById: Optional<Closing['updatedById']>;
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

export interface CardKeyTable {
  id: Optional<CardKey['id']>;
  cardId: CardKey['cardId'];
  key: CardKey['key'];
  version: Optional<CardKey['version']>;
  createdAt: Optional<CardKey['createdAt']>;
  createdById: Optional<CardKey['createdById']>;
  updatedAt: Optional<CardKey['updatedAt']>;
  updatedById: Optional<CardKey['updatedById']>;
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

export interface CartItemTable {
  id: Optional<CartItem['id']>;
  userId: CartItem['userId'];
  itemId: CartItem['itemId'];
  quantity: CartItem['quantity'];
  version: Optional<CartItem['version']>;
  createdAt: Optional<CartItem['createdAt']>;
  createdById: Optional<CartItem['createdById']>;
  updatedAt: Optional<CartItem['updatedAt']>;
  updatedById: Optional<CartItem['updatedById']>;
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
  blockReason: Optional<CenterUser['blockReason']>;
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
  capacity: Optional<Center['capacity']>;
  pageId: Optional<Center['pageId']>;
  announcement: Optional<Center['announcement']>;
  announcedUntil: Optional<Center['announcedUntil']>;
  waiverTextIds: JsonColumn<Center['waiverTextIds'], string | null | undefined>;
  active: Optional<Center['active']>;
  version: Optional<Center['version']>;
  createdAt: Optional<Center['createdAt']>;
  createdById: Optional<Center['createdById']>;
  updatedAt: Optional<Center['updatedAt']>;
  updatedById: Optional<Center['updatedById']>;
}

export interface ChargeTable {
  id: Optional<Charge['id']>;
  endpoint: Charge['endpoint'];
  sourceId: Charge['sourceId'];
  userId: Charge['userId'];
  title: Charge['title'];
  lines: JsonColumn<Charge['lines'], string>;
  amountCents: Charge['amountCents'];
  taxCents: Optional<Charge['taxCents']>;
  discountCents: Optional<Charge['discountCents']>;
  discountId: Optional<Charge['discountId']>;
  discountPercent: Optional<Charge['discountPercent']>;
  discountReason: Optional<Charge['discountReason']>;
  paidCents: Optional<Charge['paidCents']>;
  state: Charge['state'];
  deskCode: Charge['deskCode'];
  paidAt: Optional<Charge['paidAt']>;
  openFor: Optional<Charge['openFor']>;
  version: Optional<Charge['version']>;
  createdAt: Optional<Charge['createdAt']>;
  createdById: Optional<Charge['createdById']>;
  updatedAt: Optional<Charge['updatedAt']>;
  updatedById: Optional<Charge['updatedById']>;
}

export interface ClassExemptionsTable {
  id: Optional<ClassExemptions['id']>;
  entryId: ClassExemptions['entryId'];
  requirementId: ClassExemptions['requirementId'];
  reason: ClassExemptions['reason'];
  version: Optional<ClassExemptions['version']>;
  createdAt: Optional<ClassExemptions['createdAt']>;
  createdById: Optional<ClassExemptions['createdById']>;
  updatedAt: Optional<ClassExemptions['updatedAt']>;
  updatedById: Optional<ClassExemptions['updatedById']>;
}

export interface ClassRequirementTable {
  id: Optional<ClassRequirement['id']>;
  classId: ClassRequirement['classId'];
  eventId: ClassRequirement['eventId'];
  dueOn: Optional<ClassRequirement['dueOn']>;
  version: Optional<ClassRequirement['version']>;
  createdAt: Optional<ClassRequirement['createdAt']>;
  createdById: Optional<ClassRequirement['createdById']>;
  updatedAt: Optional<ClassRequirement['updatedAt']>;
  updatedById: Optional<ClassRequirement['updatedById']>;
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

export interface CredentialsTable {
  id: Optional<Credentials['id']>;
  userId: Credentials['userId'];
  passwordHash: Credentials['passwordHash'];
  changedAt: Credentials['changedAt'];
  version: Optional<Credentials['version']>;
  createdAt: Optional<Credentials['createdAt']>;
  createdById: Optional<Credentials['createdById']>;
  updatedAt: Optional<Credentials['updatedAt']>;
  updatedById: Optional<Credentials['updatedById']>;
}

export interface DepartmentChargeTable {
  id: Optional<DepartmentCharge['id']>;
  balanceId: DepartmentCharge['balanceId'];
  contactId: DepartmentCharge['contactId'];
  userId: DepartmentCharge['userId'];
  title: DepartmentCharge['title'];
  amountCents: DepartmentCharge['amountCents'];
  refundedCents: Optional<DepartmentCharge['refundedCents']>;
  account: Optional<DepartmentCharge['account']>;
  state: DepartmentCharge['state'];
  source: DepartmentCharge['source'];
  sourceId: DepartmentCharge['sourceId'];
  path: Optional<DepartmentCharge['path']>;
  chargedAt: Optional<DepartmentCharge['chargedAt']>;
  expiresAt: Optional<DepartmentCharge['expiresAt']>;
  decidedById: Optional<DepartmentCharge['decidedById']>;
  decidedAt: Optional<DepartmentCharge['decidedAt']>;
  reason: Optional<DepartmentCharge['reason']>;
  version: Optional<DepartmentCharge['version']>;
  createdAt: Optional<DepartmentCharge['createdAt']>;
  createdById: Optional<DepartmentCharge['createdById']>;
  updatedAt: Optional<DepartmentCharge['updatedAt']>;
  updatedById: Optional<DepartmentCharge['updatedById']>;
}

export interface DepartmentRuleTable {
  id: Optional<DepartmentRule['id']>;
  balanceId: DepartmentRule['balanceId'];
  groupId: Optional<DepartmentRule['groupId']>;
  userId: Optional<DepartmentRule['userId']>;
  maxCents: Optional<DepartmentRule['maxCents']>;
  period: Optional<DepartmentRule['period']>;
  approvalAboveCents: Optional<DepartmentRule['approvalAboveCents']>;
  accountFormat: Optional<DepartmentRule['accountFormat']>;
  accountCheck: Optional<DepartmentRule['accountCheck']>;
  accountHint: Optional<DepartmentRule['accountHint']>;
  active: Optional<DepartmentRule['active']>;
  version: Optional<DepartmentRule['version']>;
  createdAt: Optional<DepartmentRule['createdAt']>;
  createdById: Optional<DepartmentRule['createdById']>;
  updatedAt: Optional<DepartmentRule['updatedAt']>;
  updatedById: Optional<DepartmentRule['updatedById']>;
}

export interface DevicePairingTable {
  id: Optional<DevicePairing['id']>;
  codeHash: DevicePairing['codeHash'];
  secretHash: DevicePairing['secretHash'];
  kind: DevicePairing['kind'];
  deviceId: Optional<DevicePairing['deviceId']>;
  expiresAt: DevicePairing['expiresAt'];
  version: Optional<DevicePairing['version']>;
  createdAt: Optional<DevicePairing['createdAt']>;
  createdById: Optional<DevicePairing['createdById']>;
  updatedAt: Optional<DevicePairing['updatedAt']>;
  updatedById: Optional<DevicePairing['updatedById']>;
}

export interface DeviceTable {
  id: Optional<Device['id']>;
  name: Device['name'];
  kind: Device['kind'];
  centerId: Optional<Device['centerId']>;
  instanceId: Optional<Device['instanceId']>;
  silenceMinutes: Optional<Device['silenceMinutes']>;
  tokenHash: Optional<Device['tokenHash']>;
  pairedAt: Device['pairedAt'];
  pairedById: Optional<Device['pairedById']>;
  lastSeenAt: Optional<Device['lastSeenAt']>;
  silenceNoticedAt: Optional<Device['silenceNoticedAt']>;
  revokedAt: Optional<Device['revokedAt']>;
  version: Optional<Device['version']>;
  createdAt: Optional<Device['createdAt']>;
  createdById: Optional<Device['createdById']>;
  updatedAt: Optional<Device['updatedAt']>;
  updatedById: Optional<Device['updatedById']>;
}

export interface DiscountTable {
  id: Optional<Discount['id']>;
  name: Discount['name'];
  groupId: Optional<Discount['groupId']>;
  percent: Optional<Discount['percent']>;
  amountCents: Optional<Discount['amountCents']>;
  scope: Optional<Discount['scope']>;
  formId: Optional<Discount['formId']>;
  storeItemId: Optional<Discount['storeItemId']>;
  eventId: Optional<Discount['eventId']>;
  categoryId: Optional<Discount['categoryId']>;
  startsOn: Optional<Discount['startsOn']>;
  endsOn: Optional<Discount['endsOn']>;
  usesTotal: Optional<Discount['usesTotal']>;
  usesPerPerson: Optional<Discount['usesPerPerson']>;
  code: Optional<Discount['code']>;
  active: Optional<Discount['active']>;
  version: Optional<Discount['version']>;
  createdAt: Optional<Discount['createdAt']>;
  createdById: Optional<Discount['createdById']>;
  updatedAt: Optional<Discount['updatedAt']>;
  updatedById: Optional<Discount['updatedById']>;
}

export interface DisputeTable {
  id: Optional<Dispute['id']>;
  paymentId: Dispute['paymentId'];
  providerId: Dispute['providerId'];
  amountCents: Dispute['amountCents'];
  withdrawnCents: Optional<Dispute['withdrawnCents']>;
  reason: Optional<Dispute['reason']>;
  state: Dispute['state'];
  openedAt: Dispute['openedAt'];
  respondBy: Optional<Dispute['respondBy']>;
  closedAt: Optional<Dispute['closedAt']>;
  lossJournalId: Optional<Dispute['lossJournalId']>;
  version: Optional<Dispute['version']>;
  createdAt: Optional<Dispute['createdAt']>;
  createdById: Optional<Dispute['createdById']>;
  updatedAt: Optional<Dispute['updatedAt']>;
  updatedById: Optional<Dispute['updatedById']>;
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

export interface DutyTable {
  id: Optional<Duty['id']>;
  centerId: Duty['centerId'];
  userId: Duty['userId'];
  task: Optional<Duty['task']>;
  startsAt: Duty['startsAt'];
  endsAt: Duty['endsAt'];
  version: Optional<Duty['version']>;
  createdAt: Optional<Duty['createdAt']>;
  createdById: Optional<Duty['createdById']>;
  updatedAt: Optional<Duty['updatedAt']>;
  updatedById: Optional<Duty['updatedById']>;
}

export interface EarnedCredentialTable {
  id: Optional<EarnedCredential['id']>;
  userId: EarnedCredential['userId'];
  credentialId: EarnedCredential['credentialId'];
  ticketId: Optional<EarnedCredential['ticketId']>;
  earnedAt: EarnedCredential['earnedAt'];
  expiresAt: Optional<EarnedCredential['expiresAt']>;
  revokedAt: Optional<EarnedCredential['revokedAt']>;
  version: Optional<EarnedCredential['version']>;
  createdAt: Optional<EarnedCredential['createdAt']>;
  createdById: Optional<EarnedCredential['createdById']>;
  updatedAt: Optional<EarnedCredential['updatedAt']>;
  updatedById: Optional<EarnedCredential['updatedById']>;
}

export interface EnteredCodeTable {
  id: Optional<EnteredCode['id']>;
  userId: EnteredCode['userId'];
  discountId: EnteredCode['discountId'];
  version: Optional<EnteredCode['version']>;
  createdAt: Optional<EnteredCode['createdAt']>;
  createdById: Optional<EnteredCode['createdById']>;
  updatedAt: Optional<EnteredCode['updatedAt']>;
  updatedById: Optional<EnteredCode['updatedById']>;
}

export interface EventCredentialsTable {
  id: Optional<EventCredentials['id']>;
  name: EventCredentials['name'];
  description: Optional<EventCredentials['description']>;
  validDays: Optional<EventCredentials['validDays']>;
  version: Optional<EventCredentials['version']>;
  createdAt: Optional<EventCredentials['createdAt']>;
  createdById: Optional<EventCredentials['createdById']>;
  updatedAt: Optional<EventCredentials['updatedAt']>;
  updatedById: Optional<EventCredentials['updatedById']>;
}

export interface EventTypeTable {
  id: Optional<EventType['id']>;
  level: EventType['level'];
  message: EventType['message'];
  place: Optional<EventType['place']>;
  count: Optional<EventType['count']>;
  firstAt: EventType['firstAt'];
  lastAt: EventType['lastAt'];
  fingerprint: EventType['fingerprint'];
  version: Optional<EventType['version']>;
  createdAt: Optional<EventType['createdAt']>;
  createdById: Optional<EventType['createdById']>;
  updatedAt: Optional<EventType['updatedAt']>;
  updatedById: Optional<EventType['updatedById']>;
}

export interface ErrorReportTable {
  id: Optional<ErrorReport['id']>;
  kindId: Optional<ErrorReport['kindId']>;
  level: ErrorReport['level'];
  message: ErrorReport['message'];
  exception: Optional<ErrorReport['exception']>;
  location: Optional<ErrorReport['location']>;
  userId: Optional<ErrorReport['userId']>;
  ip: Optional<ErrorReport['ip']>;
  userAgent: Optional<ErrorReport['userAgent']>;
  version: Optional<ErrorReport['version']>;
  createdAt: Optional<ErrorReport['createdAt']>;
  createdById: Optional<ErrorReport['createdById']>;
  updatedAt: Optional<ErrorReport['updatedAt']>;
  updatedById: Optional<ErrorReport['updatedById']>;
}

export interface SessionSeriesTable {
  id: Optional<SessionSeries['id']>;
  eventId: SessionSeries['eventId'];
  startsAt: SessionSeries['startsAt'];
  endsAt: SessionSeries['endsAt'];
  rule: Optional<SessionSeries['rule']>;
  exceptDates: JsonColumn<SessionSeries['exceptDates'], string | null | undefined>;
  isBookedAsWhole: Optional<SessionSeries['isBookedAsWhole']>;
  version: Optional<SessionSeries['version']>;
  createdAt: Optional<SessionSeries['createdAt']>;
  createdById: Optional<SessionSeries['createdById']>;
  updatedAt: Optional<SessionSeries['updatedAt']>;
  updatedById: Optional<SessionSeries['updatedById']>;
}

export interface EventTable {
  id: Optional<Event['id']>;
  title: Event['title'];
  categoryId: Event['categoryId'];
  summary: Optional<Event['summary']>;
  description: Optional<Event['description']>;
  defaultMinutes: Optional<Event['defaultMinutes']>;
  defaultCapacity: Optional<Event['defaultCapacity']>;
  defaultLocationId: Optional<Event['defaultLocationId']>;
  defaultInstructorIds: JsonColumn<Event['defaultInstructorIds'], string | null | undefined>;
  feeCents: Optional<Event['feeCents']>;
  taxRateId: Optional<Event['taxRateId']>;
  signupOpensDays: Optional<Event['signupOpensDays']>;
  signupClosesHours: Optional<Event['signupClosesHours']>;
  cancelDeadlineHours: Optional<Event['cancelDeadlineHours']>;
  refundDeadlineHours: Optional<Event['refundDeadlineHours']>;
  oneSeatPerPerson: Optional<Event['oneSeatPerPerson']>;
  waitlistOn: Optional<Event['waitlistOn']>;
  waitlistMax: Optional<Event['waitlistMax']>;
  offerHours: Optional<Event['offerHours']>;
  noShowLimit: Optional<Event['noShowLimit']>;
  lateCancelLimit: Optional<Event['lateCancelLimit']>;
  limitDays: Optional<Event['limitDays']>;
  blockDays: Optional<Event['blockDays']>;
  minimumAge: Optional<Event['minimumAge']>;
  liabilityText: Optional<Event['liabilityText']>;
  overbookLimit: Optional<Event['overbookLimit']>;
  visibleToRoles: JsonColumn<Event['visibleToRoles'], string | null | undefined>;
  visibleToGroupIds: JsonColumn<Event['visibleToGroupIds'], string | null | undefined>;
  formId: Optional<Event['formId']>;
  asksWishes: Optional<Event['asksWishes']>;
  bring: Optional<Event['bring']>;
  credentialId: Optional<Event['credentialId']>;
  kioskVisible: Optional<Event['kioskVisible']>;
  active: Optional<Event['active']>;
  version: Optional<Event['version']>;
  createdAt: Optional<Event['createdAt']>;
  createdById: Optional<Event['createdById']>;
  updatedAt: Optional<Event['updatedAt']>;
  updatedById: Optional<Event['updatedById']>;
  deletedAt: Optional<Event['deletedAt']>;
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

export interface FormActionTable {
  id: Optional<FormAction['id']>;
  formId: FormAction['formId'];
  name: FormAction['name'];
  on: FormAction['on'];
  type: FormAction['type'];
  groupId: Optional<FormAction['groupId']>;
  credentialId: Optional<FormAction['credentialId']>;
  days: Optional<FormAction['days']>;
  until: Optional<FormAction['until']>;
  percent: Optional<FormAction['percent']>;
  discountCents: Optional<FormAction['discountCents']>;
  template: Optional<FormAction['template']>;
  text: Optional<FormAction['text']>;
  amountFrom: Optional<FormAction['amountFrom']>;
  amountCents: Optional<FormAction['amountCents']>;
  field: Optional<FormAction['field']>;
  version: Optional<FormAction['version']>;
  createdAt: Optional<FormAction['createdAt']>;
  createdById: Optional<FormAction['createdById']>;
  updatedAt: Optional<FormAction['updatedAt']>;
  updatedById: Optional<FormAction['updatedById']>;
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
  actions: JsonColumn<FormVersion['actions'], string | null | undefined>;
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
  taxRateId: Optional<Form['taxRateId']>;
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
  reminderDays: Optional<Form['reminderDays']>;
  staleDays: Optional<Form['staleDays']>;
  cancelDays: Optional<Form['cancelDays']>;
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

export interface ComparisonTable {
  id: Optional<Comparison['id']>;
  at: Comparison['at'];
  since: Comparison['since'];
  transactions: Comparison['transactions'];
  newTransactions: Comparison['newTransactions'];
  version: Optional<Comparison['version']>;
  createdAt: Optional<Comparison['createdAt']>;
  createdById: Optional<Comparison['createdById']>;
  updatedAt: Optional<Comparison['updatedAt']>;
  updatedById: Optional<Comparison['updatedById']>;
}

export interface ProviderTransactionTable {
  id: Optional<ProviderTransaction['id']>;
  providerId: ProviderTransaction['providerId'];
  kind: ProviderTransaction['kind'];
  amountCents: ProviderTransaction['amountCents'];
  feeCents: ProviderTransaction['feeCents'];
  sourceId: Optional<ProviderTransaction['sourceId']>;
  intentId: Optional<ProviderTransaction['intentId']>;
  at: ProviderTransaction['at'];
  version: Optional<ProviderTransaction['version']>;
  createdAt: Optional<ProviderTransaction['createdAt']>;
  createdById: Optional<ProviderTransaction['createdById']>;
  updatedAt: Optional<ProviderTransaction['updatedAt']>;
  updatedById: Optional<ProviderTransaction['updatedById']>;
}

export interface GroupTable {
  id: Optional<Group['id']>;
  name: Group['name'];
  description: Optional<Group['description']>;
  roles: JsonColumn<Group['roles'], string | null | undefined>;
  directoryNames: JsonColumn<Group['directoryNames'], string | null | undefined>;
  taxExempt: Optional<Group['taxExempt']>;
  active: Optional<Group['active']>;
  version: Optional<Group['version']>;
  createdAt: Optional<Group['createdAt']>;
  createdById: Optional<Group['createdById']>;
  updatedAt: Optional<Group['updatedAt']>;
  updatedById: Optional<Group['updatedById']>;
}

export interface HeldNoticeTable {
  id: Optional<HeldNotice['id']>;
  userId: HeldNotice['userId'];
  topic: HeldNotice['topic'];
  before: HeldNotice['before'];
  notice: JsonColumn<HeldNotice['notice'], string>;
  dueAt: HeldNotice['dueAt'];
  version: Optional<HeldNotice['version']>;
  createdAt: Optional<HeldNotice['createdAt']>;
  createdById: Optional<HeldNotice['createdById']>;
  updatedAt: Optional<HeldNotice['updatedAt']>;
  updatedById: Optional<HeldNotice['updatedById']>;
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

export interface SessionTable {
  id: Optional<Session['id']>;
  eventId: Session['eventId'];
  status: Optional<Session['status']>;
  startsAt: Session['startsAt'];
  endsAt: Session['endsAt'];
  seriesId: Optional<Session['seriesId']>;
  occurrence: Optional<Session['occurrence']>;
  ownFields: JsonColumn<Session['ownFields'], string | null | undefined>;
  dates: JsonColumn<Session['dates'], string | null | undefined>;
  locationId: Optional<Session['locationId']>;
  locationNote: Optional<Session['locationNote']>;
  joinUrl: Optional<Session['joinUrl']>;
  instructorIds: JsonColumn<Session['instructorIds'], string | null | undefined>;
  classId: Optional<Session['classId']>;
  capacity: Session['capacity'];
  walkInsAllowed: Optional<Session['walkInsAllowed']>;
  signupOpensAt: Optional<Session['signupOpensAt']>;
  signupClosesAt: Optional<Session['signupClosesAt']>;
  isPrivate: Optional<Session['isPrivate']>;
  overbookLimit: Optional<Session['overbookLimit']>;
  confirmed: Optional<Session['confirmed']>;
  waiting: Optional<Session['waiting']>;
  calendarSequence: Optional<Session['calendarSequence']>;
  movedFrom: Optional<Session['movedFrom']>;
  notes: Optional<Session['notes']>;
  version: Optional<Session['version']>;
  createdAt: Optional<Session['createdAt']>;
  createdById: Optional<Session['createdById']>;
  updatedAt: Optional<Session['updatedAt']>;
  updatedById: Optional<Session['updatedById']>;
}

export interface KioskPINTable {
  id: Optional<KioskPIN['id']>;
  userId: KioskPIN['userId'];
  pinHash: KioskPIN['pinHash'];
  changedAt: KioskPIN['changedAt'];
  version: Optional<KioskPIN['version']>;
  createdAt: Optional<KioskPIN['createdAt']>;
  createdById: Optional<KioskPIN['createdById']>;
  updatedAt: Optional<KioskPIN['updatedAt']>;
  updatedById: Optional<KioskPIN['updatedById']>;
}

export interface LedgerAccountsTable {
  id: Optional<LedgerAccounts['id']>;
  code: LedgerAccounts['code'];
  name: LedgerAccounts['name'];
  kind: LedgerAccounts['kind'];
  balanceId: Optional<LedgerAccounts['balanceId']>;
  version: Optional<LedgerAccounts['version']>;
  createdAt: Optional<LedgerAccounts['createdAt']>;
  createdById: Optional<LedgerAccounts['createdById']>;
  updatedAt: Optional<LedgerAccounts['updatedAt']>;
  updatedById: Optional<LedgerAccounts['updatedById']>;
}

export interface HoldTable {
  id: Optional<Hold['id']>;
  balanceId: Hold['balanceId'];
  amountCents: Hold['amountCents'];
  state: Hold['state'];
  source: Hold['source'];
  sourceId: Hold['sourceId'];
  expiresAt: Hold['expiresAt'];
  journalId: Optional<Hold['journalId']>;
  version: Optional<Hold['version']>;
  createdAt: Optional<Hold['createdAt']>;
  createdById: Optional<Hold['createdById']>;
  updatedAt: Optional<Hold['updatedAt']>;
  updatedById: Optional<Hold['updatedById']>;
}

export interface LedgerJournalsTable {
  id: Optional<LedgerJournals['id']>;
  source: LedgerJournals['source'];
  sourceId: LedgerJournals['sourceId'];
  purpose: LedgerJournals['purpose'];
  reversesId: Optional<LedgerJournals['reversesId']>;
  at: LedgerJournals['at'];
  userId: Optional<LedgerJournals['userId']>;
  actorId: Optional<LedgerJournals['actorId']>;
  memo: LedgerJournals['memo'];
  eventAt: Optional<LedgerJournals['eventAt']>;
  version: Optional<LedgerJournals['version']>;
  createdAt: Optional<LedgerJournals['createdAt']>;
  createdById: Optional<LedgerJournals['createdById']>;
  updatedAt: Optional<LedgerJournals['updatedAt']>;
  updatedById: Optional<LedgerJournals['updatedById']>;
}

export interface PostingTable {
  id: Optional<Posting['id']>;
  journalId: Posting['journalId'];
  debitId: Posting['debitId'];
  creditId: Posting['creditId'];
  amountCents: Posting['amountCents'];
  at: Posting['at'];
  purpose: Posting['purpose'];
  version: Optional<Posting['version']>;
  createdAt: Optional<Posting['createdAt']>;
  createdById: Optional<Posting['createdById']>;
  updatedAt: Optional<Posting['updatedAt']>;
  updatedById: Optional<Posting['updatedById']>;
}

export interface LinkViewsTable {
  id: Optional<LinkViews['id']>;
  linkId: LinkViews['linkId'];
  views: Optional<LinkViews['views']>;
  version: Optional<LinkViews['version']>;
  createdAt: Optional<LinkViews['createdAt']>;
  createdById: Optional<LinkViews['createdById']>;
  updatedAt: Optional<LinkViews['updatedAt']>;
  updatedById: Optional<LinkViews['updatedById']>;
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

export interface MachineTable {
  id: Optional<Machine['id']>;
  name: Machine['name'];
  centerId: Machine['centerId'];
  state: Optional<Machine['state']>;
  stateNote: Optional<Machine['stateNote']>;
  credentialIds: JsonColumn<Machine['credentialIds'], string | null | undefined>;
  waiverTextIds: JsonColumn<Machine['waiverTextIds'], string | null | undefined>;
  active: Optional<Machine['active']>;
  version: Optional<Machine['version']>;
  createdAt: Optional<Machine['createdAt']>;
  createdById: Optional<Machine['createdById']>;
  updatedAt: Optional<Machine['updatedAt']>;
  updatedById: Optional<Machine['updatedById']>;
}

export interface EmailTable {
  id: Optional<Email['id']>;
  address: Email['address'];
  userId: Optional<Email['userId']>;
  messageId: Optional<Email['messageId']>;
  category: Email['category'];
  event: Email['event'];
  isMandatory: Optional<Email['isMandatory']>;
  state: Email['state'];
  topic: Optional<Email['topic']>;
  subject: Email['subject'];
  dueAt: Email['dueAt'];
  attempts: Optional<Email['attempts']>;
  lastTriedAt: Optional<Email['lastTriedAt']>;
  lastCode: Optional<Email['lastCode']>;
  lastAnswer: Optional<Email['lastAnswer']>;
  sentAt: Optional<Email['sentAt']>;
  headerId: Email['headerId'];
  digestId: Optional<Email['digestId']>;
  tries: JsonColumn<Email['tries'], string | null | undefined>;
  version: Optional<Email['version']>;
  createdAt: Optional<Email['createdAt']>;
  createdById: Optional<Email['createdById']>;
  updatedAt: Optional<Email['updatedAt']>;
  updatedById: Optional<Email['updatedById']>;
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

export interface MessageTemplateVersionTable {
  id: Optional<MessageTemplateVersion['id']>;
  event: MessageTemplateVersion['event'];
  audience: MessageTemplateVersion['audience'];
  number: MessageTemplateVersion['number'];
  subject: Optional<MessageTemplateVersion['subject']>;
  body: Optional<MessageTemplateVersion['body']>;
  shippedSubject: MessageTemplateVersion['shippedSubject'];
  shippedBody: MessageTemplateVersion['shippedBody'];
  savedById: Optional<MessageTemplateVersion['savedById']>;
  version: Optional<MessageTemplateVersion['version']>;
  createdAt: Optional<MessageTemplateVersion['createdAt']>;
  createdById: Optional<MessageTemplateVersion['createdById']>;
  updatedAt: Optional<MessageTemplateVersion['updatedAt']>;
  updatedById: Optional<MessageTemplateVersion['updatedById']>;
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

export interface IdentityProviderSessionTable {
  id: Optional<IdentityProviderSession['id']>;
  sessionId: IdentityProviderSession['sessionId'];
  provider: IdentityProviderSession['provider'];
  issuer: IdentityProviderSession['issuer'];
  subject: IdentityProviderSession['subject'];
  sid: Optional<IdentityProviderSession['sid']>;
  tokens: IdentityProviderSession['tokens'];
  isRenewable: Optional<IdentityProviderSession['isRenewable']>;
  checkedAt: Optional<IdentityProviderSession['checkedAt']>;
  version: Optional<IdentityProviderSession['version']>;
  createdAt: Optional<IdentityProviderSession['createdAt']>;
  createdById: Optional<IdentityProviderSession['createdById']>;
  updatedAt: Optional<IdentityProviderSession['updatedAt']>;
  updatedById: Optional<IdentityProviderSession['updatedById']>;
}

export interface OrderLineTable {
  id: Optional<OrderLine['id']>;
  orderId: OrderLine['orderId'];
  itemId: OrderLine['itemId'];
  name: OrderLine['name'];
  quantity: OrderLine['quantity'];
  unitCents: OrderLine['unitCents'];
  reserved: Optional<OrderLine['reserved']>;
  collected: Optional<OrderLine['collected']>;
  returned: Optional<OrderLine['returned']>;
  canceled: Optional<OrderLine['canceled']>;
  version: Optional<OrderLine['version']>;
  createdAt: Optional<OrderLine['createdAt']>;
  createdById: Optional<OrderLine['createdById']>;
  updatedAt: Optional<OrderLine['updatedAt']>;
  updatedById: Optional<OrderLine['updatedById']>;
}

export interface OrderTable {
  id: Optional<Order['id']>;
  userId: Order['userId'];
  storeId: Order['storeId'];
  state: Order['state'];
  summary: Order['summary'];
  totalCents: Order['totalCents'];
  pickupCode: Order['pickupCode'];
  shelf: Optional<Order['shelf']>;
  expiresAt: Optional<Order['expiresAt']>;
  placedAt: Optional<Order['placedAt']>;
  readyAt: Optional<Order['readyAt']>;
  remindedAt: Optional<Order['remindedAt']>;
  collectedAt: Optional<Order['collectedAt']>;
  canceledAt: Optional<Order['canceledAt']>;
  reason: Optional<Order['reason']>;
  soldById: Optional<Order['soldById']>;
  openFor: Optional<Order['openFor']>;
  version: Optional<Order['version']>;
  createdAt: Optional<Order['createdAt']>;
  createdById: Optional<Order['createdById']>;
  updatedAt: Optional<Order['updatedAt']>;
  updatedById: Optional<Order['updatedById']>;
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

export interface PasswordLinkTable {
  id: Optional<PasswordLink['id']>;
  userId: PasswordLink['userId'];
  purpose: PasswordLink['purpose'];
  seed: PasswordLink['seed'];
  tokenHash: PasswordLink['tokenHash'];
  endsAt: PasswordLink['endsAt'];
  version: Optional<PasswordLink['version']>;
  createdAt: Optional<PasswordLink['createdAt']>;
  createdById: Optional<PasswordLink['createdById']>;
  updatedAt: Optional<PasswordLink['updatedAt']>;
  updatedById: Optional<PasswordLink['updatedById']>;
}

export interface PaymentTable {
  id: Optional<Payment['id']>;
  chargeId: Payment['chargeId'];
  payerId: Optional<Payment['payerId']>;
  method: Payment['method'];
  balanceId: Optional<Payment['balanceId']>;
  amountCents: Payment['amountCents'];
  refundedCents: Optional<Payment['refundedCents']>;
  settledCents: Optional<Payment['settledCents']>;
  state: Payment['state'];
  sessionId: Optional<Payment['sessionId']>;
  intentId: Optional<Payment['intentId']>;
  checkoutUrl: Optional<Payment['checkoutUrl']>;
  request: JsonColumn<Payment['request'], string | null | undefined>;
  expiresAt: Optional<Payment['expiresAt']>;
  journalId: Optional<Payment['journalId']>;
  isLate: Optional<Payment['isLate']>;
  isDisputed: Optional<Payment['isDisputed']>;
  capturedAt: Optional<Payment['capturedAt']>;
  account: Optional<Payment['account']>;
  note: Optional<Payment['note']>;
  byId: Optional<Payment['byId']>;
  liveFor: Optional<Payment['liveFor']>;
  version: Optional<Payment['version']>;
  createdAt: Optional<Payment['createdAt']>;
  createdById: Optional<Payment['createdById']>;
  updatedAt: Optional<Payment['updatedAt']>;
  updatedById: Optional<Payment['updatedById']>;
}

export interface PayoutTable {
  id: Optional<Payout['id']>;
  providerId: Payout['providerId'];
  amountCents: Payout['amountCents'];
  sentAt: Payout['sentAt'];
  state: Payout['state'];
  bankReference: Optional<Payout['bankReference']>;
  bankDate: Optional<Payout['bankDate']>;
  matchedById: Optional<Payout['matchedById']>;
  matchedAt: Optional<Payout['matchedAt']>;
  version: Optional<Payout['version']>;
  createdAt: Optional<Payout['createdAt']>;
  createdById: Optional<Payout['createdById']>;
  updatedAt: Optional<Payout['updatedAt']>;
  updatedById: Optional<Payout['updatedById']>;
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

export interface PersonalQuietHoursTable {
  id: Optional<PersonalQuietHours['id']>;
  userId: PersonalQuietHours['userId'];
  fromHour: Optional<PersonalQuietHours['fromHour']>;
  toHour: Optional<PersonalQuietHours['toHour']>;
  zone: Optional<PersonalQuietHours['zone']>;
  version: Optional<PersonalQuietHours['version']>;
  createdAt: Optional<PersonalQuietHours['createdAt']>;
  createdById: Optional<PersonalQuietHours['createdById']>;
  updatedAt: Optional<PersonalQuietHours['updatedAt']>;
  updatedById: Optional<PersonalQuietHours['updatedById']>;
}

export interface QuoteTable {
  id: Optional<Quote['id']>;
  submissionId: Quote['submissionId'];
  number: Quote['number'];
  lines: JsonColumn<Quote['lines'], string>;
  totalCents: Quote['totalCents'];
  expiresOn: Quote['expiresOn'];
  state: Quote['state'];
  byName: Optional<Quote['byName']>;
  version: Optional<Quote['version']>;
  createdAt: Optional<Quote['createdAt']>;
  createdById: Optional<Quote['createdById']>;
  updatedAt: Optional<Quote['updatedAt']>;
  updatedById: Optional<Quote['updatedById']>;
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

export interface ReceiptTable {
  id: Optional<Receipt['id']>;
  number: Receipt['number'];
  year: Receipt['year'];
  sequence: Receipt['sequence'];
  chargeId: Receipt['chargeId'];
  endpoint: Receipt['endpoint'];
  customerId: Receipt['customerId'];
  customerName: Receipt['customerName'];
  issuedAt: Receipt['issuedAt'];
  issuer: Optional<Receipt['issuer']>;
  title: Receipt['title'];
  lines: JsonColumn<Receipt['lines'], string>;
  payments: JsonColumn<Receipt['payments'], string>;
  amountCents: Receipt['amountCents'];
  discountCents: Optional<Receipt['discountCents']>;
  discountReason: Optional<Receipt['discountReason']>;
  taxCents: Optional<Receipt['taxCents']>;
  tokenHash: Receipt['tokenHash'];
  version: Optional<Receipt['version']>;
  createdAt: Optional<Receipt['createdAt']>;
  createdById: Optional<Receipt['createdById']>;
  updatedAt: Optional<Receipt['updatedAt']>;
  updatedById: Optional<Receipt['updatedById']>;
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

export interface RefundTable {
  id: Optional<Refund['id']>;
  paymentId: Refund['paymentId'];
  chargeId: Refund['chargeId'];
  amountCents: Refund['amountCents'];
  reason: Refund['reason'];
  byId: Optional<Refund['byId']>;
  state: Refund['state'];
  providerId: Optional<Refund['providerId']>;
  journalId: Optional<Refund['journalId']>;
  version: Optional<Refund['version']>;
  createdAt: Optional<Refund['createdAt']>;
  createdById: Optional<Refund['createdById']>;
  updatedAt: Optional<Refund['updatedAt']>;
  updatedById: Optional<Refund['updatedById']>;
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

export interface PersonalReminderTimesTable {
  id: Optional<PersonalReminderTimes['id']>;
  userId: PersonalReminderTimes['userId'];
  week: PersonalReminderTimes['week'];
  day: PersonalReminderTimes['day'];
  hour: PersonalReminderTimes['hour'];
  version: Optional<PersonalReminderTimes['version']>;
  createdAt: Optional<PersonalReminderTimes['createdAt']>;
  createdById: Optional<PersonalReminderTimes['createdById']>;
  updatedAt: Optional<PersonalReminderTimes['updatedAt']>;
  updatedById: Optional<PersonalReminderTimes['updatedById']>;
}

export interface RequestMessageTable {
  id: Optional<RequestMessage['id']>;
  submissionId: RequestMessage['submissionId'];
  kind: RequestMessage['kind'];
  text: RequestMessage['text'];
  authorKind: RequestMessage['authorKind'];
  authorId: Optional<RequestMessage['authorId']>;
  authorName: RequestMessage['authorName'];
  answerTo: Optional<RequestMessage['answerTo']>;
  state: Optional<RequestMessage['state']>;
  version: Optional<RequestMessage['version']>;
  createdAt: Optional<RequestMessage['createdAt']>;
  createdById: Optional<RequestMessage['createdById']>;
  updatedAt: Optional<RequestMessage['updatedAt']>;
  updatedById: Optional<RequestMessage['updatedById']>;
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

export interface RosterEntryTable {
  id: Optional<RosterEntry['id']>;
  classId: RosterEntry['classId'];
  name: RosterEntry['name'];
  studentId: Optional<RosterEntry['studentId']>;
  email: Optional<RosterEntry['email']>;
  section: Optional<RosterEntry['section']>;
  userId: Optional<RosterEntry['userId']>;
  status: Optional<RosterEntry['status']>;
  droppedOn: Optional<RosterEntry['droppedOn']>;
  version: Optional<RosterEntry['version']>;
  createdAt: Optional<RosterEntry['createdAt']>;
  createdById: Optional<RosterEntry['createdById']>;
  updatedAt: Optional<RosterEntry['updatedAt']>;
  updatedById: Optional<RosterEntry['updatedById']>;
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

export interface SecondFactorTable {
  id: Optional<SecondFactor['id']>;
  userId: SecondFactor['userId'];
  secretSealed: SecondFactor['secretSealed'];
  lastStep: SecondFactor['lastStep'];
  recoveryHashes: JsonColumn<SecondFactor['recoveryHashes'], string>;
  version: Optional<SecondFactor['version']>;
  createdAt: Optional<SecondFactor['createdAt']>;
  createdById: Optional<SecondFactor['createdById']>;
  updatedAt: Optional<SecondFactor['updatedAt']>;
  updatedById: Optional<SecondFactor['updatedById']>;
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

export interface LoginSessionTable {
  id: Optional<LoginSession['id']>;
  tokenHash: LoginSession['tokenHash'];
  userId: LoginSession['userId'];
  expiresAt: LoginSession['expiresAt'];
  isKiosk: Optional<LoginSession['isKiosk']>;
  deviceId: Optional<LoginSession['deviceId']>;
  identifiedBy: Optional<LoginSession['identifiedBy']>;
  extensions: Optional<LoginSession['extensions']>;
  selfCheckInId: Optional<LoginSession['selfCheckInId']>;
  ip: Optional<LoginSession['ip']>;
  userAgent: Optional<LoginSession['userAgent']>;
  version: Optional<LoginSession['version']>;
  createdAt: Optional<LoginSession['createdAt']>;
  createdById: Optional<LoginSession['createdById']>;
  updatedAt: Optional<LoginSession['updatedAt']>;
  updatedById: Optional<LoginSession['updatedById']>;
}

export interface SetupTable {
  id: Optional<Setup['id']>;
  userId: Setup['userId'];
  finishedAt: Optional<Setup['finishedAt']>;
  version: Optional<Setup['version']>;
  createdAt: Optional<Setup['createdAt']>;
  createdById: Optional<Setup['createdById']>;
  updatedAt: Optional<Setup['updatedAt']>;
  updatedById: Optional<Setup['updatedById']>;
}

export interface SignedWaiverTable {
  id: Optional<SignedWaiver['id']>;
  waiverTextId: SignedWaiver['waiverTextId'];
  edition: SignedWaiver['edition'];
  text: SignedWaiver['text'];
  userId: Optional<SignedWaiver['userId']>;
  visitId: Optional<SignedWaiver['visitId']>;
  signerName: SignedWaiver['signerName'];
  signedAt: SignedWaiver['signedAt'];
  expiresAt: Optional<SignedWaiver['expiresAt']>;
  deviceId: Optional<SignedWaiver['deviceId']>;
  version: Optional<SignedWaiver['version']>;
  createdAt: Optional<SignedWaiver['createdAt']>;
  createdById: Optional<SignedWaiver['createdById']>;
  updatedAt: Optional<SignedWaiver['updatedAt']>;
  updatedById: Optional<SignedWaiver['updatedById']>;
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
  showAnyNav: Optional<SiteSettings['showAnyNav']>;
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

export interface StockMovementTable {
  id: Optional<StockMovement['id']>;
  itemId: StockMovement['itemId'];
  quantity: StockMovement['quantity'];
  stockAfter: Optional<StockMovement['stockAfter']>;
  kind: StockMovement['kind'];
  reason: Optional<StockMovement['reason']>;
  orderId: Optional<StockMovement['orderId']>;
  byId: Optional<StockMovement['byId']>;
  at: StockMovement['at'];
  version: Optional<StockMovement['version']>;
  createdAt: Optional<StockMovement['createdAt']>;
  createdById: Optional<StockMovement['createdById']>;
  updatedAt: Optional<StockMovement['updatedAt']>;
  updatedById: Optional<StockMovement['updatedById']>;
}

export interface StoreItemTable {
  id: Optional<StoreItem['id']>;
  name: StoreItem['name'];
  sku: StoreItem['sku'];
  barcode: Optional<StoreItem['barcode']>;
  storeId: StoreItem['storeId'];
  description: Optional<StoreItem['description']>;
  image: Optional<StoreItem['image']>;
  imageAlt: Optional<StoreItem['imageAlt']>;
  priceCents: StoreItem['priceCents'];
  taxRateId: Optional<StoreItem['taxRateId']>;
  stock: Optional<StoreItem['stock']>;
  reserved: Optional<StoreItem['reserved']>;
  lowStockAt: Optional<StoreItem['lowStockAt']>;
  perUserLimit: Optional<StoreItem['perUserLimit']>;
  groupLimits: JsonColumn<StoreItem['groupLimits'], string | null | undefined>;
  groupIds: JsonColumn<StoreItem['groupIds'], string | null | undefined>;
  active: Optional<StoreItem['active']>;
  version: Optional<StoreItem['version']>;
  createdAt: Optional<StoreItem['createdAt']>;
  createdById: Optional<StoreItem['createdById']>;
  updatedAt: Optional<StoreItem['updatedAt']>;
  updatedById: Optional<StoreItem['updatedById']>;
  deletedAt: Optional<StoreItem['deletedAt']>;
}

export interface PriceChangeTable {
  id: Optional<PriceChange['id']>;
  itemId: PriceChange['itemId'];
  priceCents: PriceChange['priceCents'];
  startsOn: PriceChange['startsOn'];
  appliedAt: Optional<PriceChange['appliedAt']>;
  version: Optional<PriceChange['version']>;
  createdAt: Optional<PriceChange['createdAt']>;
  createdById: Optional<PriceChange['createdById']>;
  updatedAt: Optional<PriceChange['updatedAt']>;
  updatedById: Optional<PriceChange['updatedById']>;
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

export interface RequestTable {
  id: Optional<Request['id']>;
  formId: Request['formId'];
  formVersionId: Request['formVersionId'];
  formGroupId: Optional<Request['formGroupId']>;
  submittedById: Request['submittedById'];
  subject: Optional<Request['subject']>;
  neededOn: Optional<Request['neededOn']>;
  assignedToId: Optional<Request['assignedToId']>;
  status: Request['status'];
  waitingFor: Optional<Request['waitingFor']>;
  statusSince: Request['statusSince'];
  quietSince: Optional<Request['quietSince']>;
  remindersSent: Optional<Request['remindersSent']>;
  done: Optional<Request['done']>;
  costCents: Optional<Request['costCents']>;
  paidCents: Optional<Request['paidCents']>;
  reason: Optional<Request['reason']>;
  expectedOn: Optional<Request['expectedOn']>;
  shelf: Optional<Request['shelf']>;
  revision: Optional<Request['revision']>;
  returnStack: JsonColumn<Request['returnStack'], string | null | undefined>;
  data: JsonColumn<Request['data'], string>;
  version: Optional<Request['version']>;
  createdAt: Optional<Request['createdAt']>;
  createdById: Optional<Request['createdById']>;
  updatedAt: Optional<Request['updatedAt']>;
  updatedById: Optional<Request['updatedById']>;
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

export interface TapTable {
  id: Optional<Tap['id']>;
  centerId: Tap['centerId'];
  deviceId: Optional<Tap['deviceId']>;
  userId: Optional<Tap['userId']>;
  visitId: Optional<Tap['visitId']>;
  tapKey: Tap['tapKey'];
  tappedAt: Tap['tappedAt'];
  outcome: Tap['outcome'];
  reason: Optional<Tap['reason']>;
  isUnverified: Optional<Tap['isUnverified']>;
  version: Optional<Tap['version']>;
  createdAt: Optional<Tap['createdAt']>;
  createdById: Optional<Tap['createdById']>;
  updatedAt: Optional<Tap['updatedAt']>;
  updatedById: Optional<Tap['updatedById']>;
}

export interface TaxRateTable {
  id: Optional<TaxRate['id']>;
  name: TaxRate['name'];
  percent: TaxRate['percent'];
  active: Optional<TaxRate['active']>;
  version: Optional<TaxRate['version']>;
  createdAt: Optional<TaxRate['createdAt']>;
  createdById: Optional<TaxRate['createdById']>;
  updatedAt: Optional<TaxRate['updatedAt']>;
  updatedById: Optional<TaxRate['updatedById']>;
}

export interface TicketCodeTable {
  id: Optional<TicketCode['id']>;
  ticketId: TicketCode['ticketId'];
  hash: TicketCode['hash'];
  version: Optional<TicketCode['version']>;
  createdAt: Optional<TicketCode['createdAt']>;
  createdById: Optional<TicketCode['createdById']>;
  updatedAt: Optional<TicketCode['updatedAt']>;
  updatedById: Optional<TicketCode['updatedById']>;
}

export interface TicketReminderTable {
  id: Optional<TicketReminder['id']>;
  ticketId: TicketReminder['ticketId'];
  before: TicketReminder['before'];
  startsAt: TicketReminder['startsAt'];
  version: Optional<TicketReminder['version']>;
  createdAt: Optional<TicketReminder['createdAt']>;
  createdById: Optional<TicketReminder['createdById']>;
  updatedAt: Optional<TicketReminder['updatedAt']>;
  updatedById: Optional<TicketReminder['updatedById']>;
}

export interface SignUpTable {
  id: Optional<SignUp['id']>;
  instanceId: SignUp['instanceId'];
  userId: SignUp['userId'];
  status: SignUp['status'];
  source: SignUp['source'];
  isInvited: Optional<SignUp['isInvited']>;
  isConditional: Optional<SignUp['isConditional']>;
  bookedPrerequisiteIds: JsonColumn<SignUp['bookedPrerequisiteIds'], string | null | undefined>;
  waitingSince: Optional<SignUp['waitingSince']>;
  position: Optional<SignUp['position']>;
  code: Optional<SignUp['code']>;
  holdExpiresAt: Optional<SignUp['holdExpiresAt']>;
  checkedInAt: Optional<SignUp['checkedInAt']>;
  cancelledAt: Optional<SignUp['cancelledAt']>;
  cancelledLate: Optional<SignUp['cancelledLate']>;
  cancelledFrom: Optional<SignUp['cancelledFrom']>;
  reason: Optional<SignUp['reason']>;
  priceCents: Optional<SignUp['priceCents']>;
  formVersionId: Optional<SignUp['formVersionId']>;
  answers: Optional<SignUp['answers']>;
  answerValues: JsonColumn<SignUp['answerValues'], string | null | undefined>;
  wishes: Optional<SignUp['wishes']>;
  movedFrom: Optional<SignUp['movedFrom']>;
  note: Optional<SignUp['note']>;
  certificateRound: Optional<SignUp['certificateRound']>;
  activeFor: Optional<SignUp['activeFor']>;
  version: Optional<SignUp['version']>;
  createdAt: Optional<SignUp['createdAt']>;
  createdById: Optional<SignUp['createdById']>;
  updatedAt: Optional<SignUp['updatedAt']>;
  updatedById: Optional<SignUp['updatedById']>;
}

export interface TillEntryTable {
  id: Optional<TillEntry['id']>;
  tillSessionId: TillEntry['tillSessionId'];
  kind: TillEntry['kind'];
  method: TillEntry['method'];
  amountCents: TillEntry['amountCents'];
  chargeId: Optional<TillEntry['chargeId']>;
  paymentId: Optional<TillEntry['paymentId']>;
  refundId: Optional<TillEntry['refundId']>;
  tenderedCents: Optional<TillEntry['tenderedCents']>;
  reason: Optional<TillEntry['reason']>;
  reference: Optional<TillEntry['reference']>;
  byId: Optional<TillEntry['byId']>;
  at: TillEntry['at'];
  version: Optional<TillEntry['version']>;
  createdAt: Optional<TillEntry['createdAt']>;
  createdById: Optional<TillEntry['createdById']>;
  updatedAt: Optional<TillEntry['updatedAt']>;
  updatedById: Optional<TillEntry['updatedById']>;
}

export interface TillSessionTable {
  id: Optional<TillSession['id']>;
  tillId: TillSession['tillId'];
  cashierId: TillSession['cashierId'];
  state: TillSession['state'];
  openedAt: TillSession['openedAt'];
  floatCents: TillSession['floatCents'];
  firstCountCents: Optional<TillSession['firstCountCents']>;
  expectedCents: Optional<TillSession['expectedCents']>;
  countedCents: Optional<TillSession['countedCents']>;
  differenceCents: Optional<TillSession['differenceCents']>;
  closedAt: Optional<TillSession['closedAt']>;
  closedById: Optional<TillSession['closedById']>;
  note: Optional<TillSession['note']>;
  reportPath: Optional<TillSession['reportPath']>;
  openTill: Optional<TillSession['openTill']>;
  openCashier: Optional<TillSession['openCashier']>;
  version: Optional<TillSession['version']>;
  createdAt: Optional<TillSession['createdAt']>;
  createdById: Optional<TillSession['createdById']>;
  updatedAt: Optional<TillSession['updatedAt']>;
  updatedById: Optional<TillSession['updatedById']>;
}

export interface TillTable {
  id: Optional<Till['id']>;
  name: Till['name'];
  locationId: Optional<Till['locationId']>;
  floatCents: Optional<Till['floatCents']>;
  hasTerminal: Optional<Till['hasTerminal']>;
  active: Optional<Till['active']>;
  version: Optional<Till['version']>;
  createdAt: Optional<Till['createdAt']>;
  createdById: Optional<Till['createdById']>;
  updatedAt: Optional<Till['updatedAt']>;
  updatedById: Optional<Till['updatedById']>;
}

export interface UserTable {
  id: Optional<User['id']>;
  username: User['username'];
  displayName: User['displayName'];
  email: Optional<User['email']>;
  studentId: Optional<User['studentId']>;
  cardHash: Optional<User['cardHash']>;
  cardSealed: Optional<User['cardSealed']>;
  isProvisional: Optional<User['isProvisional']>;
  roles: JsonColumn<User['roles'], string | null | undefined>;
  groupIds: JsonColumn<User['groupIds'], string | null | undefined>;
  directoryGroupIds: JsonColumn<User['directoryGroupIds'], string | null | undefined>;
  active: Optional<User['active']>;
  secondFactorAt: Optional<User['secondFactorAt']>;
  lastLoginAt: Optional<User['lastLoginAt']>;
  notes: Optional<User['notes']>;
  version: Optional<User['version']>;
  createdAt: Optional<User['createdAt']>;
  createdById: Optional<User['createdById']>;
  updatedAt: Optional<User['updatedAt']>;
  updatedById: Optional<User['updatedById']>;
}

export interface VisitTable {
  id: Optional<Visit['id']>;
  centerId: Visit['centerId'];
  userId: Optional<Visit['userId']>;
  visitorName: Optional<Visit['visitorName']>;
  hostName: Optional<Visit['hostName']>;
  purpose: Optional<Visit['purpose']>;
  arrivedAt: Visit['arrivedAt'];
  departedAt: Optional<Visit['departedAt']>;
  isAutoClosed: Optional<Visit['isAutoClosed']>;
  method: Visit['method'];
  deviceId: Optional<Visit['deviceId']>;
  openKey: Optional<Visit['openKey']>;
  version: Optional<Visit['version']>;
  createdAt: Optional<Visit['createdAt']>;
  createdById: Optional<Visit['createdById']>;
  updatedAt: Optional<Visit['updatedAt']>;
  updatedById: Optional<Visit['updatedById']>;
}

export interface WaiverTable {
  id: Optional<Waiver['id']>;
  title: Waiver['title'];
  html: Waiver['html'];
  edition: Optional<Waiver['edition']>;
  validDays: Optional<Waiver['validDays']>;
  active: Optional<Waiver['active']>;
  version: Optional<Waiver['version']>;
  createdAt: Optional<Waiver['createdAt']>;
  createdById: Optional<Waiver['createdById']>;
  updatedAt: Optional<Waiver['updatedAt']>;
  updatedById: Optional<Waiver['updatedById']>;
}

export interface WaiversTable {
  id: Optional<Waivers['id']>;
  userId: Waivers['userId'];
  kind: Optional<Waivers['kind']>;
  eventId: Waivers['eventId'];
  prerequisiteId: Optional<Waivers['prerequisiteId']>;
  reason: Waivers['reason'];
  validUntil: Optional<Waivers['validUntil']>;
  revoked: Optional<Waivers['revoked']>;
  version: Optional<Waivers['version']>;
  createdAt: Optional<Waivers['createdAt']>;
  createdById: Optional<Waivers['createdById']>;
  updatedAt: Optional<Waivers['updatedAt']>;
  updatedById: Optional<Waivers['updatedById']>;
}

/** All tables, for Kysely. */
export interface Tables {
  actionRuns: RequestActionTable;
  addressChanges: AddressChangeTable;
  agreements: AgreementTable;
  announcementRecipients: AnnouncementRecipientTable;
  announcements: AnnouncementTable;
  anonymisations: AnonymizedAccountTable;
  auditEntries: AuditEntryTable;
  balanceApprovals: BalanceApprovalTable;
  balanceNotices: BalanceNoticeTable;
  balances: BalanceTable;
  blockDates: BlockDateTable;
  blocks: BlockTable;
  bookClosings: ClosingTable;
  calendarFeeds: CalendarFeedTable;
  cannedReplies: CannedReplyTable;
  cardKeys: CardKeyTable;
  cards: CardTable;
  cartItems: CartItemTable;
  categories: CategoryTable;
  centerUsers: CenterUserTable;
  centers: CenterTable;
  charges: ChargeTable;
  classExemptions: ClassExemptionsTable;
  classRequirements: ClassRequirementTable;
  classes: ClassTable;
  conflictOverrides: ConflictOverrideTable;
  credentials: CredentialsTable;
  departmentCharges: DepartmentChargeTable;
  departmentRules: DepartmentRuleTable;
  devicePairings: DevicePairingTable;
  devices: DeviceTable;
  discounts: DiscountTable;
  disputes: DisputeTable;
  draftLinks: DraftLinkTable;
  drafts: DraftTable;
  duties: DutyTable;
  earnedCredentials: EarnedCredentialTable;
  enteredCodes: EnteredCodeTable;
  eventCredentials: EventCredentialsTable;
  eventKinds: EventTypeTable;
  eventLog: ErrorReportTable;
  eventSeries: SessionSeriesTable;
  events: EventTable;
  files: FileTable;
  formActions: FormActionTable;
  formGroups: FormGroupTable;
  formVersions: FormVersionTable;
  forms: FormTable;
  gatewayReadings: ComparisonTable;
  gatewayTransactions: ProviderTransactionTable;
  groups: GroupTable;
  heldNotices: HeldNoticeTable;
  hoursExceptions: SpecialHoursTable;
  idempotencyKeys: IdempotencyKeyTable;
  identities: IdentityTable;
  images: ImageTable;
  instances: SessionTable;
  kioskPins: KioskPINTable;
  ledgerAccounts: LedgerAccountsTable;
  ledgerHolds: HoldTable;
  ledgerJournals: LedgerJournalsTable;
  ledgerPostings: PostingTable;
  linkViews: LinkViewsTable;
  links: LinkTable;
  locations: LocationTable;
  loginAttempts: LoginAttemptTable;
  machines: MachineTable;
  mails: EmailTable;
  messageChoices: MessageChoiceTable;
  messageRecipients: MessageRecipientTable;
  messageTemplates: MessageTemplateVersionTable;
  messages: MessageTable;
  openidSessions: IdentityProviderSessionTable;
  orderLines: OrderLineTable;
  orders: OrderTable;
  pageDrafts: PageDraftTable;
  pagePresences: PagePresenceTable;
  pageVersions: PageVersionTable;
  pageViews: PageViewsTable;
  pages: PageTable;
  passwordLinks: PasswordLinkTable;
  payments: PaymentTable;
  payouts: PayoutTable;
  permissions: PermissionTable;
  preferences: PreferenceTable;
  prerequisites: PrerequisiteTable;
  quietHours: PersonalQuietHoursTable;
  quotes: QuoteTable;
  rateLimits: RateLimitTable;
  receipts: ReceiptTable;
  redirects: RedirectTable;
  refunds: RefundTable;
  registeredSites: RegisteredSiteTable;
  reminderTimes: PersonalReminderTimesTable;
  requestMessages: RequestMessageTable;
  requestNotes: InternalNoteTable;
  revisions: RevisionTable;
  rosterEntries: RosterEntryTable;
  searchTexts: SearchTextTable;
  secondFactors: SecondFactorTable;
  serverProcesses: ServerProcessTable;
  sessionLinks: SessionLinkTable;
  sessions: LoginSessionTable;
  setups: SetupTable;
  signedWaivers: SignedWaiverTable;
  siteSettings: SiteSettingsTable;
  statusChanges: StatusChangeTable;
  stockMovements: StockMovementTable;
  storeItems: StoreItemTable;
  storePrices: PriceChangeTable;
  stores: StoreTable;
  submissionRevisions: SubmissionRevisionTable;
  submissions: RequestTable;
  suppressedAddresses: SuppressedAddressTable;
  systemSettings: SystemSettingTable;
  taps: TapTable;
  taxRates: TaxRateTable;
  ticketCodes: TicketCodeTable;
  ticketReminders: TicketReminderTable;
  tickets: SignUpTable;
  tillEntries: TillEntryTable;
  tillSessions: TillSessionTable;
  tills: TillTable;
  users: UserTable;
  visits: VisitTable;
  waiverTexts: WaiverTable;
  waivers: WaiversTable;
}

/** What the engine reads of each resource, by the resource's name. */
export interface Rows {
  actionRuns: RequestAction;
  addressChanges: AddressChange;
  agreements: Agreement;
  announcementRecipients: AnnouncementRecipient;
  announcements: Announcement;
  anonymisations: AnonymizedAccount;
  auditEntries: AuditEntry;
  balanceApprovals: BalanceApproval;
  balanceNotices: BalanceNotice;
  balances: Balance;
  blockDates: BlockDate;
  blocks: Block;
  bookClosings: Closing;
  calendarFeeds: CalendarFeed;
  cannedReplies: CannedReply;
  cardKeys: CardKey;
  cards: Card;
  cartItems: CartItem;
  categories: Category;
  centerUsers: CenterUser;
  centers: Center;
  charges: Charge;
  classExemptions: ClassExemptions;
  classRequirements: ClassRequirement;
  classes: Class;
  conflictOverrides: ConflictOverride;
  credentials: Credentials;
  departmentCharges: DepartmentCharge;
  departmentRules: DepartmentRule;
  devicePairings: DevicePairing;
  devices: Device;
  discounts: Discount;
  disputes: Dispute;
  draftLinks: DraftLink;
  drafts: Draft;
  duties: Duty;
  earnedCredentials: EarnedCredential;
  enteredCodes: EnteredCode;
  eventCredentials: EventCredentials;
  eventKinds: EventType;
  eventLog: ErrorReport;
  eventSeries: SessionSeries;
  events: Event;
  files: File;
  formActions: FormAction;
  formGroups: FormGroup;
  formVersions: FormVersion;
  forms: Form;
  gatewayReadings: Comparison;
  gatewayTransactions: ProviderTransaction;
  groups: Group;
  heldNotices: HeldNotice;
  hoursExceptions: SpecialHours;
  idempotencyKeys: IdempotencyKey;
  identities: Identity;
  images: Image;
  instances: Session;
  kioskPins: KioskPIN;
  ledgerAccounts: LedgerAccounts;
  ledgerHolds: Hold;
  ledgerJournals: LedgerJournals;
  ledgerPostings: Posting;
  linkViews: LinkViews;
  links: Link;
  locations: Location;
  loginAttempts: LoginAttempt;
  machines: Machine;
  mails: Email;
  messageChoices: MessageChoice;
  messageRecipients: MessageRecipient;
  messageTemplates: MessageTemplateVersion;
  messages: Message;
  openidSessions: IdentityProviderSession;
  orderLines: OrderLine;
  orders: Order;
  pageDrafts: PageDraft;
  pagePresences: PagePresence;
  pageVersions: PageVersion;
  pageViews: PageViews;
  pages: Page;
  passwordLinks: PasswordLink;
  payments: Payment;
  payouts: Payout;
  permissions: Permission;
  preferences: Preference;
  prerequisites: Prerequisite;
  quietHours: PersonalQuietHours;
  quotes: Quote;
  rateLimits: RateLimit;
  receipts: Receipt;
  redirects: Redirect;
  refunds: Refund;
  registeredSites: RegisteredSite;
  reminderTimes: PersonalReminderTimes;
  requestMessages: RequestMessage;
  requestNotes: InternalNote;
  revisions: Revision;
  rosterEntries: RosterEntry;
  searchTexts: SearchText;
  secondFactors: SecondFactor;
  serverProcesses: ServerProcess;
  sessionLinks: SessionLink;
  sessions: LoginSession;
  setups: Setup;
  signedWaivers: SignedWaiver;
  siteSettings: SiteSettings;
  statusChanges: StatusChange;
  stockMovements: StockMovement;
  storeItems: StoreItem;
  storePrices: PriceChange;
  stores: Store;
  submissionRevisions: SubmissionRevision;
  submissions: Request;
  suppressedAddresses: SuppressedAddress;
  systemSettings: SystemSetting;
  taps: Tap;
  taxRates: TaxRate;
  ticketCodes: TicketCode;
  ticketReminders: TicketReminder;
  tickets: SignUp;
  tillEntries: TillEntry;
  tillSessions: TillSession;
  tills: Till;
  users: User;
  visits: Visit;
  waiverTexts: Waiver;
  waivers: Waivers;
  backgroundJobs: BackgroundJob;
  bookAccounts: BookAccounts;
  bookEntries: Entry;
  bookMonths: Month;
  deadLetters: DeadLetter;
  gatewayDifferences: Difference;
  incomeEntries: IncomeEntry;
  jobActions: JobAction;
  jobQueues: JobQueue;
  locationDays: LocationDay;
  machineAccess: MachineAccess;
  processes: Process;
  sessionFigures: SessionFigures;
  signupHistory: SignUpChange;
  statements: StatementLine;
  suspensePayments: SuspenseItem;
  transactions: Transactions;
  visitHours: VisitHour;
}
