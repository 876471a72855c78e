import { LoginResponse } from './accounts.ts';
import { KIOSK_IDENTITIES } from '../values/kiosk-identity.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

const DeviceKind = Type.Enum(['kiosk', 'tapStation']);
export type DeviceKind = Static<typeof DeviceKind>;

const Named = { id: Type.Id, name: Type.String() };
const PairedDevice = Type.Union(
  Type.Object({
    ...Named,
    kind: DeviceKind,
    center: Type.Object({ ...Named, locationId: Type.Nullable(Type.Id) }),
  }),
  /** The self check-in of one session of an event. */
  Type.Object({ ...Named, kind: Type.Literal('selfCheckIn'), instanceId: Type.Id }),
);
export type PairedDevice = Static<typeof PairedDevice>;

const PairingCode = Type.Object({
  /** Eight letters in two groups: "BCDF-GHJK". */
  code: Type.String(),
  expiresAt: Type.Instant,
});
export type PairingCode = Static<typeof PairingCode>;

const KioskLogin = Type.Object({
  ...LoginResponse.properties,
  /** Shown for GREETING_SECONDS at most. */
  firstName: Type.String(),
  identifiedBy: Type.Enum([...KIOSK_IDENTITIES]),
  /** Whether a PIN opens staff pages to this person. */
  hasPin: Type.Boolean(),
});
export type KioskLogin = Static<typeof KioskLogin>;

/** How often the session can still be extended. */
const ExtensionsLeft = Type.Integer({ minimum: 0 });

const KioskTime = Type.Object({ expirationTime: Type.Instant, extensionsLeft: ExtensionsLeft });
export type KioskTime = Static<typeof KioskTime>;

/** The person whose session runs at the kiosk, without a name. */
const { identifiedBy, hasPin } = KioskLogin.properties;
const KioskPerson = Type.Object({ identifiedBy, hasPin, extensionsLeft: ExtensionsLeft });
export type KioskPerson = Static<typeof KioskPerson>;

const Pickup = Type.Object({
  kind: Type.Enum(['request', 'order']),
  id: Type.Id,
  title: Type.String(),
  shelf: Type.Nullable(Type.String()),
  /** Where people get it, and by which code. */
  place: Type.Nullable(Type.String()),
  /** Cents that are due before it can be picked up. */
  dueCents: Type.Integer({ minimum: 0 }),
  /** Whether the person can mark it as picked up without staff. */
  canPickUp: Type.Boolean(),
});
export type Pickup = Static<typeof Pickup>;

const Pin = Type.String({ pattern: '^[0-9]{6}$' });

export const kioskCalls = calls({
  'GET /api/kiosk': {
    summary: 'The device that this browser is paired as; 204 if none',
    public: true,
    response: PairedDevice,
    optional: true,
  },
  'POST /api/kiosk/pairings': {
    summary: 'Requests a code with which an administrator pairs this browser',
    public: true,
    body: Type.Object({ kind: DeviceKind }),
    response: PairingCode,
  },
  'POST /api/kiosk/pairings/claim': {
    summary: 'The device after an administrator has entered the code; 204 before',
    public: true,
    response: PairedDevice,
    optional: true,
  },
  'POST /api/kiosk/pair': {
    summary: 'Pairs this browser and logs the administrator out',
    body: Type.Object({
      kind: DeviceKind,
      centerId: Type.Id,
      name: Type.String({ minLength: 1, maxLength: 80 }),
    }),
    response: PairedDevice,
  },
  'POST /api/kiosk/unpair': {
    summary: 'Revokes this browser’s pairing, after an administrator’s password',
    public: true,
    body: Type.Object({
      username: Type.String({ minLength: 1, maxLength: 254 }),
      currentPassword: Type.String({ minLength: 1, maxLength: 1024 }),
    }),
  },
  'POST /api/LoginKiosk': {
    summary: 'Identifies a person at a paired kiosk by a card or a student ID',
    public: true,
    kiosk: 'id',
    body: Type.Object({
      buffCard: Type.Optional(Type.Nullable(Type.String({ maxLength: 200 }))),
      studentId: Type.Optional(Type.Nullable(Type.String({ maxLength: 40 }))),
    }),
    response: KioskLogin,
  },
  'GET /api/kiosk/person': {
    summary: 'How the person at this kiosk was identified; 204 if this is no kiosk session',
    kiosk: 'id',
    response: KioskPerson,
    optional: true,
  },
  'POST /api/kiosk/stay': {
    summary: 'Extends the kiosk session by ten minutes, at most ten times',
    kiosk: 'id',
    response: KioskTime,
  },
  'POST /api/kiosk/pin': {
    summary: 'Opens staff pages at the kiosk with the person’s PIN',
    kiosk: 'card',
    body: Type.Object({ pin: Pin }),
    response: KioskLogin,
  },
  'GET /api/account/kioskPin': {
    summary: 'Whether the account has a PIN for kiosks',
    response: Type.Object({ hasPin: Type.Boolean(), isUseful: Type.Boolean() }),
  },
  'PUT /api/account/kioskPin': {
    summary: 'Sets or removes the PIN with which staff open staff pages at a kiosk',
    body: Type.Object({
      currentPassword: Type.String({ minLength: 1, maxLength: 1024 }),
      pin: Type.Nullable(Pin),
    }),
  },
});

export const pickupCalls = calls({
  'GET /api/kiosk/pickups': {
    summary: 'The person’s own requests and orders that are ready',
    kiosk: 'id',
    response: Type.Array(Pickup),
  },
  'POST /api/kiosk/pickups/requests/:id': { summary: 'Marks one of the person’s requests as picked up', kiosk: 'card' },
  'POST /api/kiosk/pickups/orders/:id': { summary: 'Marks one of the person’s orders as picked up', kiosk: 'card' },
});
