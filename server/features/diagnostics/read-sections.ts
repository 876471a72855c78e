import { setTimeout as wait } from 'node:timers/promises';
import type { CheckAnswer, CheckResult, DebugReport, DebugSection } from '../../../domain/calls/debug.ts';
import type { DiagnosticCheck, Diagnostics } from '../../feature.ts';
import { withoutPasswords } from '../../platform/masked.ts';
import type { Services } from '../../services.ts';

const READ_MS = 4_000;
const CHECK_SECONDS = 10;
const MOST_WORDS = 500;

/** All parts concurrently; one that fails or times out reports so, without the others. */
export async function readSections(services: Services, parts: readonly Diagnostics[]): Promise<DebugReport> {
  const sections = await Promise.all(parts.map((part) => readSection(services, part)));
  return { at: services.clock.instant(), sections };
}

async function readSection(services: Services, part: Diagnostics): Promise<DebugSection> {
  const begun = performance.now();
  const read = part.facts;
  const answer = read
    ? await within(READ_MS, (signal) => read(services, signal)).then(
        (facts) => ({ facts, fault: null }),
        (error: unknown) => ({ facts: null, fault: sentence(error) }),
      )
    : { facts: { facts: [] }, fault: null };
  const checks = (part.checks ?? []).map(({ key, title }) => ({ key, title }));
  return { key: part.key, title: part.title, ...answer, ms: since(begun), checks };
}

export async function runCheck(services: Services, part: Diagnostics, check: DiagnosticCheck): Promise<CheckAnswer> {
  const begun = performance.now();
  const result = await within((check.seconds ?? CHECK_SECONDS) * 1000, (signal) => check.run(services, signal)).catch(
    (error: unknown): CheckResult => ({ outcome: 'failed', says: sentence(error) }),
  );
  return {
    section: part.key,
    key: check.key,
    title: check.title,
    ...result,
    at: services.clock.instant(),
    ms: since(begun),
  };
}

/** Aborts the work by its signal when its time is up. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController();
  const done = new AbortController();
  const late = wait(ms, undefined, { signal: done.signal }).then(() => {
    const error = new Error(`It did not answer within ${ms / 1000} seconds.`);
    timeout.abort(error);
    throw error;
  });
  late.catch(() => undefined);
  const working = Promise.resolve().then(() => work(timeout.signal));
  working.catch(() => undefined);
  return Promise.race([working, late]).finally(() => done.abort());
}

/** What went wrong, in a line, without the passwords of addresses in it. */
function sentence(error: unknown): string {
  const words = error instanceof Error ? error.message || error.name : String(error);
  return withoutPasswords(words).replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS);
}

function since(begun: number): number {
  return Math.round(performance.now() - begun);
}
