import { useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../../domain/request-calls.ts';
import { useFormEnvironment } from './FormEnvironment.ts';

export interface Upload {
  key: number;
  file: File;
  /** Fraction sent so far, 0 to 1. */
  share: number;
  /** Why it failed; it can be retried unless the file itself was refused. */
  fault?: string;
  refused?: true;
}

/** The uploads of a field: started at once, registered with `setBusy` while pending, aborted on unmount. */
export function useUploads(field: string, onStored: (file: StoredFile) => void) {
  const { services, setBusy } = useFormEnvironment();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const next = useRef(0);
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });

  const isBusy = uploads.some((upload) => upload.fault === undefined);
  useEffect(() => {
    setBusy(field, isBusy);
    return () => setBusy(field, false);
  }, [field, isBusy, setBusy]);

  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => controller.abort());
  }, []);

  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const drop = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key));

  const send = async (key: number, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const onProgress = (share: number) => change(key, { share });
      const answer = await services.upload(file, { field, onProgress, signal: controller.signal });
      drop(key);
      stored.current(answer);
    } catch (error) {
      if (controller.signal.aborted) drop(key);
      else
        change(key, {
          fault: error instanceof Error ? error.message : 'The file could not be sent.',
          ...(isRefusal(error) ? { refused: true } : {}),
        });
    } finally {
      running.current.delete(key);
    }
  };

  return {
    uploads,
    start: (file: File, refusal: string | undefined) => {
      const key = next.current++;
      setUploads((all) => [
        ...all,
        refusal ? { key, file, share: 0, fault: refusal, refused: true } : { key, file, share: 0 },
      ]);
      if (!refusal) void send(key, file);
    },
    retry: (upload: Upload) => {
      setUploads((all) =>
        all.map((one) => (one.key === upload.key ? { key: one.key, file: one.file, share: 0 } : one)),
      );
      void send(upload.key, upload.file);
    },
    dismiss: (upload: Upload) => {
      running.current.get(upload.key)?.abort();
      drop(upload.key);
    },
  };
}

/** A refused file would be refused again; a lost connection or session may be retried. */
function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
