import { inject } from 'vitest';

export interface OwnServer {
  url: string;
  dataDir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    servers: OwnServer[];
    browserUrl: string;
  }
}

/** The server of the worker that runs this file, with a demonstration of its own: files side by side change nothing for each other. */
const own = inject('servers')[Number(process.env['VITEST_POOL_ID']) - 1];
if (own === undefined) throw new Error('There are more workers than servers: see global-setup.ts.');

export const { url: serverUrl, dataDir } = own;
