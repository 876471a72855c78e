import type { TapAnswer } from '../../../domain/calls/taps.ts';
import { firstName } from '../../platform/first-name.ts';
import type { CommandServices, ReadServices } from '../../services.ts';
import { REASONS } from './arrival.ts';
import { machinesOfPerson } from './machines.ts';
import type { RecordedTap, TapResult } from './record.ts';
import type { Station } from './station.ts';
import { unsignedWaivers, waiversToSign } from './waivers.ts';

const NOTHING = { firstName: null, machines: [], event: null, waivers: [] };

/** What a station shows of a tap. Others at the screen learn neither the last name nor why someone is to see the staff. */
export async function answerTap(
  services: CommandServices,
  station: Station,
  { tap, event }: TapResult,
): Promise<TapAnswer> {
  const { outcome, userId, reason } = tap;
  if (userId === null || outcome === 'unknown') return answerUnknown('This card is not known here.');
  if (outcome === 'departed' || outcome === 'arrived')
    return {
      ...NOTHING,
      outcome,
      event,
      firstName: await firstNameOf(services, userId),
      words: outcome === 'arrived' ? 'You are signed in.' : 'You are signed out.',
      ...(outcome === 'arrived' ? await machinesAndWaivers(services, station, { ...tap, userId }) : {}),
    };
  if (outcome === 'seeStaff') return { ...NOTHING, outcome, words: 'Please see the staff before you go in.' };
  if (reason !== REASONS.waiver) return { ...NOTHING, outcome, words: fullMessage(station) };
  const ids = await unsignedWaivers(services.db, userId, station.center.waiverTextIds, services.clock.now());
  const waivers = await waiversToSign(services.db, ids, []);
  return { ...NOTHING, outcome, words: 'Please read and sign before you go in.', waivers };
}

export function answerUnknown(words: string): TapAnswer {
  return { ...NOTHING, outcome: 'unknown', words };
}

export function fullMessage({ center: { name } }: Station): string {
  return `${name} is full. Please wait until someone leaves.`;
}

async function machinesAndWaivers(
  { db, model, clock }: ReadServices,
  { center }: Station,
  { userId }: RecordedTap & { userId: number },
): Promise<Pick<TapAnswer, 'machines' | 'waivers'>> {
  const zone = center.timezone ?? model.site.timezone;
  const given = { centerId: center.id, userId, at: clock.now(), zone };
  const { machines, unsigned } = await machinesOfPerson(db, given);
  return { machines, waivers: await waiversToSign(db, [], unsigned) };
}

async function firstNameOf({ db }: Pick<ReadServices, 'db'>, userId: number): Promise<string> {
  const row = await db.selectFrom('users').select('displayName').where('id', '=', userId).executeTakeFirst();
  return firstName(row?.displayName ?? '');
}
