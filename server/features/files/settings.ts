import { join, resolve } from 'node:path';
import type { SettingsPart } from '../../platform/settings.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    uploadDir: string;
  }
}

export const fileSettings: SettingsPart = {
  variables: ['UPLOAD_DIR'],
  read: ({ root, dataDir, text }) => ({ uploadDir: resolve(root, text('UPLOAD_DIR') ?? join(dataDir, 'files')) }),
};
