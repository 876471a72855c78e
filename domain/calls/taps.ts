import { MOST_SCANNED } from '../sessions/door.ts';
import { MOST_TAPS } from '../sessions/taps.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const TapOutcome = Type.Enum(['arrived', 'departed', 'seeStaff', 'refused', 'unknown']);
export type TapOutcome = Static<typeof TapOutcome>;

/** Made by the station, and different for each tap. */
const TapKey = Type.String({ pattern: '^[0-9A-Za-z-]{16,50}$' });
const ScannedText = Type.String({ minLength: 1, maxLength: MOST_SCANNED });
const SignerName = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });

const WaiverToSign = Type.Object({
  id: Type.Id,
  title: Type.String(),
  html: Type.String(),
  edition: Type.Integer({ minimum: 1 }),
  /** Of the center: no one enters without it. The others are for machines. */
  isRequired: Type.Boolean(),
});
export type WaiverToSign = Static<typeof WaiverToSign>;

/** `edition`: of the text that was shown. */
const Signature = Type.Object({
  waiverTextId: Type.Id,
  edition: Type.Integer({ minimum: 1 }),
  signerName: SignerName,
});
export type Signature = Static<typeof Signature>;
const Signatures = Type.Array(Signature, { maxItems: 20 });

const MachineAccess = Type.Object({
  id: Type.Id,
  name: Type.String(),
  isAllowed: Type.Boolean(),
  state: Type.Enum(['available', 'inUse', 'maintenance', 'outOfOrder']),
  /** Each in words: "Laser cutter training". */
  missing: Type.Array(Type.String()),
});
export type MachineAccess = Static<typeof MachineAccess>;

const EventAtTap = Type.Object({
  title: Type.String(),
  /** With the offset of the place. */
  start: Type.String(),
  isCheckedIn: Type.Boolean(),
  words: Type.String(),
});
export type EventAtTap = Static<typeof EventAtTap>;

const TapAnswer = Type.Object({
  outcome: TapOutcome,
  /** Shown for GREETING_SECONDS at most. */
  firstName: Type.Nullable(Type.String()),
  words: Type.String(),
  /** What the person can use here today, and what is missing for the rest. */
  machines: Type.Array(MachineAccess),
  event: Type.Nullable(EventAtTap),
  /** Texts that the person can sign now. */
  waivers: Type.Array(WaiverToSign),
});
export type TapAnswer = Static<typeof TapAnswer>;

const TapStation = Type.Object({
  center: Type.Object({ id: Type.Id, name: Type.String() }),
  /** Whether this browser is the center's tap station. */
  isPaired: Type.Boolean(),
  /** That visitors sign. Empty where the browser is not paired. */
  waivers: Type.Array(WaiverToSign),
});
export type TapStation = Static<typeof TapStation>;

const OfflineTap = Type.Object({
  key: TapKey,
  text: ScannedText,
  /** By the clock of the device. */
  at: Type.Instant,
});
export type OfflineTap = Static<typeof OfflineTap>;

export const tapCalls = calls({
  'GET /api/centers/:centerId/station': {
    summary: 'Tap station: the center, and whether this browser is paired with it',
    public: true,
    response: TapStation,
  },
  'POST /api/centers/:centerId/taps': {
    summary: 'Tap station: arrival or departure by a card or a ticket code, once for each key',
    public: true,
    body: Type.Object({ key: TapKey, text: ScannedText }),
    response: TapAnswer,
  },
  'POST /api/centers/:centerId/taps/batch': {
    summary: 'Tap station: taps without a connection, in their order and at their own times, once for each key',
    public: true,
    body: Type.Object({
      /** Now by the clock of the device. */
      sentAt: Type.Instant,
      taps: Type.Array(OfflineTap, { minItems: 1, maxItems: MOST_TAPS }),
    }),
    /** Says nothing about cards: outcomes are for staff. */
    response: Type.Object({ recorded: Type.Count }),
  },
  'POST /api/centers/:centerId/waivers': {
    summary: 'Tap station: signs waivers after a tap, and repeats the tap',
    public: true,
    body: Type.Object({ key: TapKey, signatures: Type.Array(Signature, { minItems: 1, maxItems: 20 }) }),
    response: TapAnswer,
  },
  'POST /api/centers/:centerId/visitors': {
    summary: 'Tap station: arrival of a visitor without an account, once for each key',
    public: true,
    body: Type.Object({
      key: TapKey,
      name: SignerName,
      purpose: Type.String({ maxLength: 200 }),
      hostName: Type.String({ maxLength: 120 }),
      signatures: Signatures,
    }),
    response: TapAnswer,
  },
  'POST /api/centers/:centerId/visitors/departures': {
    summary: 'Tap station: departure of a visitor without an account, by the name, once for each key',
    public: true,
    body: Type.Object({ key: TapKey, name: SignerName }),
    response: TapAnswer,
  },
});
