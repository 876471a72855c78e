import { join, resolve } from 'node:path';
import type { SettingsPart } from '../../platform/settings.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    /** Folder of uploaded files; must be shared between machines. */
    uploadDir: string;
  }
}

export const fileSettings: SettingsPart = {
  variables: ['UPLOAD_DIR'],
  read: ({ root, dataDir, text }) => ({ uploadDir: resolve(root, text('UPLOAD_DIR') ?? join(dataDir, 'files')) }),
};
