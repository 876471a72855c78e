import { describe, expect, test } from 'vitest';
import { StartupError } from '../../server/prepare-database.ts';
import { startupMessage } from '../../server/startup-message.ts';

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

describe('what prevented the start', () => {
  test('is explained in a sentence for a full disk, also within another error', () => {
    const database = coded('could not extend file "base/1/2"', '53100');
    const sentence =
      'The disk of the database is full (could not extend file "base/1/2"). Free some space, then start again.';
    expect(startupMessage(database)).toBe(sentence);
    expect(startupMessage(new Error('Not seeded', { cause: database }))).toBe(sentence);
    expect(startupMessage(coded('ENOSPC: no space left on device, write', 'ENOSPC'))).toMatch(
      /^The disk of the server is full/,
    );
  });

  test('is an error of the project where no one expects it', () => {
    expect(startupMessage(new StartupError('Port 3000 is taken.'))).toBe('Port 3000 is taken.');
    expect(startupMessage(coded('duplicate key', '23505'))).toBeNull();
    expect(startupMessage(undefined)).toBeNull();
  });
});
