import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceAccount, type AccountCode } from '../../server/features/ledger/accounts.ts';
import { captureHold, hold, voidHold } from '../../server/features/ledger/holds.ts';
import { post, type Booked } from '../../server/features/ledger/post.ts';
import { reverse } from '../../server/features/ledger/reverse.ts';
import { transaction, type Tx } from '../../server/platform/database.ts';
import { withSavepoint } from '../../server/platform/transaction-memory.ts';
import { differencesIn, entry } from './ledger-support.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const RUNS = 5;
const STEPS = 500;
const FLOORS = [0, 0, -500, 0, -2_000];

let t: TestApp;
let userId: number;
beforeAll(async () => {
  t = await startTestApp();
  ({ id: userId } = await t.createUser());
});
afterAll(() => t.close());

/** Balances by their place; -1 is cash. Keys, journals and holds by small numbers, so that they are met again. */
type Step =
  | { kind: 'post'; from: number; to: number; cents: number; key: number }
  | { kind: 'hold'; of: number; cents: number; key: number }
  | { kind: 'capture'; hold: number; part: number }
  | { kind: 'void'; hold: number }
  | { kind: 'reverse'; journal: number };

const place = fc.integer({ min: -1, max: FLOORS.length - 1 });
const cents = fc.integer({ min: 1, max: 900 });
const pick = fc.nat(1_000_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('post' as const), from: place, to: place, cents, key: fc.nat(400) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      of: fc.nat(FLOORS.length - 1),
      cents,
      key: fc.nat(150),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('capture' as const), hold: pick, part: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), hold: pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), journal: pick }) },
);

interface Journal {
  from: number;
  to: number;
  cents: number;
  reversedBy: number | null;
  isReversal: boolean;
}
interface Hold {
  of: number;
  cents: number;
  state: 'held' | 'captured' | 'voided';
}
type Outcome = 'booked' | 'repeated' | 'not-enough' | 'key-reused' | 'hold-closed' | 'is-reversal' | 'nothing';

/** The same in memory, without a database. -1 has no floor. */
class Model {
  readonly balances = FLOORS.map((floor) => ({ cents: 0, held: 0, floor }));
  readonly journals: Journal[] = [];
  readonly holds: Hold[] = [];
  readonly #keys = new Map<number, Journal>();
  readonly holdKeys = new Map<number, Hold>();

  apply(one: Step): Outcome {
    switch (one.kind) {
      case 'post':
        return this.#post(one);
      case 'hold':
        return this.#hold(one);
      case 'capture':
        return this.#capture(one);
      case 'void':
        return this.#void(one);
      case 'reverse':
        return this.#reverse(one);
    }
  }

  #post({ from, to, cents: amount, key }: Step & { kind: 'post' }): Outcome {
    if (from === to) return 'nothing';
    const known = this.#keys.get(key);
    if (known) return known.from === from && known.to === to && known.cents === amount ? 'repeated' : 'key-reused';
    const booked = this.#book(from, to, amount);
    if (booked) this.#keys.set(key, booked);
    return booked ? 'booked' : 'not-enough';
  }

  #book(from: number, to: number, amount: number, isReversal = false, released = 0): Journal | null {
    const giver = this.balances[from];
    if (giver && giver.cents - giver.held + released - amount < giver.floor) return null;
    if (giver) {
      giver.cents -= amount;
      giver.held -= released;
    }
    const taker = this.balances[to];
    if (taker) taker.cents += amount;
    const journal = { from, to, cents: amount, reversedBy: null, isReversal };
    this.journals.push(journal);
    return journal;
  }

  #hold({ of, cents: amount, key }: Step & { kind: 'hold' }): Outcome {
    const known = this.holdKeys.get(key);
    if (known) return known.of === of && known.cents === amount ? 'repeated' : 'key-reused';
    const balance = this.balances[of]!;
    if (balance.cents - balance.held - amount < balance.floor) return 'not-enough';
    balance.held += amount;
    const made: Hold = { of, cents: amount, state: 'held' };
    this.holds.push(made);
    this.holdKeys.set(key, made);
    return 'booked';
  }

  #capture({ hold: at, part }: Step & { kind: 'capture' }): Outcome {
    const held = this.holds[at % this.holds.length];
    if (!held) return 'nothing';
    if (held.state === 'captured') return 'repeated';
    if (held.state === 'voided') return 'hold-closed';
    this.#book(held.of, -1, Math.ceil((held.cents * part) / 100), false, held.cents);
    held.state = 'captured';
    return 'booked';
  }

  #void({ hold: at }: Step & { kind: 'void' }): Outcome {
    const held = this.holds[at % this.holds.length];
    if (held?.state !== 'held') return 'nothing';
    held.state = 'voided';
    this.balances[held.of]!.held -= held.cents;
    return 'booked';
  }

  #reverse({ journal: at }: Step & { kind: 'reverse' }): Outcome {
    const journal = this.journals[at % this.journals.length];
    if (!journal) return 'nothing';
    if (journal.isReversal) return 'is-reversal';
    if (journal.reversedBy !== null) return 'repeated';
    if (!this.#book(journal.to, journal.from, journal.cents, true)) return 'not-enough';
    journal.reversedBy = this.journals.length - 1;
    return 'booked';
  }
}

/** The ledger, driven by the same steps: journals and holds have the places that they have in the model. */
class Ledger {
  readonly journals: number[] = [];
  readonly holds: number[] = [];
  readonly tx: Tx;
  readonly ids: readonly number[];

  constructor(tx: Tx, ids: readonly number[]) {
    this.tx = tx;
    this.ids = ids;
  }

  async apply(one: Step): Promise<Outcome> {
    const by = { memo: '', actorId: null };
    if (one.kind === 'post') {
      if (one.from === one.to) return 'nothing';
      const [debit, credit] = [this.#account(one.from), this.#account(one.to)];
      return this.#booked(await post(this.tx, entry(debit, credit, one.cents, { sourceId: String(one.key) })));
    }
    if (one.kind === 'hold') {
      const balanceId = this.ids[one.of] ?? 0;
      const expiresAt = '2999-01-01T00:00:00Z';
      const id = await hold(this.tx, {
        balanceId,
        amountCents: one.cents,
        source: 'test',
        sourceId: String(one.key),
        expiresAt,
      });
      if (this.holds.includes(id)) return 'repeated';
      this.holds.push(id);
      return 'booked';
    }
    if (one.kind === 'reverse') {
      const id = this.journals[one.journal % this.journals.length];
      return id === undefined ? 'nothing' : this.#booked(await reverse(this.tx, id, by));
    }
    const id = this.holds[one.hold % this.holds.length];
    if (id === undefined) return 'nothing';
    if (one.kind === 'void') return (await voidHold(this.tx, id)) ? 'booked' : 'nothing';
    const { amountCents } = await this.tx
      .selectFrom('ledgerHolds')
      .select('amountCents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const part = Math.ceil((amountCents * one.part) / 100);
    return this.#booked(await captureHold(this.tx, id, { credit: 'cash', amountCents: part, ...by }));
  }

  #account(at: number): AccountCode {
    return at === -1 ? 'cash' : balanceAccount(this.ids[at] ?? 0);
  }

  #booked({ journalId, isRepeat }: Booked): Outcome {
    if (!isRepeat) this.journals.push(journalId);
    return isRepeat ? 'repeated' : 'booked';
  }
}

const SUCCESSES: readonly Outcome[] = ['booked', 'repeated', 'nothing'];

/** A savepoint takes time, and only a refusal needs it. */
async function outcomeOf(tx: Tx, expected: Outcome, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return SUCCESSES.includes(expected) ? await work() : await withSavepoint(tx, work);
  } catch (error) {
    if (error instanceof Error && 'problem' in error)
      return (error.problem as { code: string }).code.replace('ledger.', '') as Outcome;
    throw error;
  }
}

const UNDONE = new Error('Each run starts with empty balances.');

async function runBoth(steps: readonly Step[]): Promise<number> {
  let booked = 0;
  const work = transaction(t.services.db, async (tx) => {
    const model = new Model();
    const ids: number[] = [];
    for (const floorCents of FLOORS) {
      const row = { userId, name: 'Purse', kind: 'departmental', floorCents } as const;
      ids.push((await t.services.engine.create(SYSTEM, 'balances', row, { tx, command: true })).id);
    }
    const ledger = new Ledger(tx, ids);
    for (const one of steps) {
      const expected = model.apply(one);
      expect({ one, outcome: await outcomeOf(tx, expected, () => ledger.apply(one)) }).toEqual({
        one,
        outcome: expected,
      });
      if (expected === 'booked') booked += 1;
    }
    const rows = await tx
      .selectFrom('balances')
      .select(['balanceCents as cents', 'heldCents as held', 'floorCents as floor'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    expect(rows).toEqual(model.balances);
    expect(await differencesIn(tx)).toEqual([]);
    throw UNDONE;
  });
  await work.catch((error: unknown) => {
    if (error !== UNDONE) throw error;
  });
  return booked;
}

// Ten thousand operations in four parts, so that a slow machine finishes each.
test.each([1, 2, 3, 4])(
  'random operations leave the ledger as a model in memory, and its counters as its postings: part %i of 4',
  async (part) => {
    let booked = 0;
    const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS });
    const property = fc.asyncProperty(steps, async (some) => {
      booked += await runBoth(some);
    });
    await fc.assert(property, { numRuns: RUNS, seed: 22 + part, endOnFailure: true });
    // Many steps must do something, or the test proves little.
    expect(booked).toBeGreaterThan((RUNS * STEPS) / 4);
  },
);
