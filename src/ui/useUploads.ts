import { useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../../domain/calls/files.ts';

export interface Upload {
  key: number;
  file: File;
  /** Fraction sent so far, 0 to 1. */
  share: number;
  /** Why it failed; it can be retried unless the file itself was refused. */
  fault?: string;
  refused?: true;
}

export interface UploadProgress {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export function useUploads(
  upload: (file: File, progress: UploadProgress) => Promise<StoredFile>,
  onStored: (file: StoredFile) => void,
) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useControllers();
  const next = useRef(0);
  const stored = useLatest(onStored);

  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  const drop = (key: number) => setUploads((all) => all.filter((upload) => upload.key !== key));

  const send = async (key: number, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const onProgress = (share: number) => change(key, { share });
      const answer = await upload(file, { onProgress, signal: controller.signal });
      drop(key);
      stored.current(answer);
    } catch (error) {
      if (controller.signal.aborted) drop(key);
      else change(key, failureOf(error));
    } finally {
      running.current.delete(key);
    }
  };

  return {
    uploads,
    isBusy: uploads.some(({ fault }) => fault === undefined),
    start: (file: File, refusal: string | undefined) => {
      const key = next.current++;
      setUploads((all) => [
        ...all,
        refusal ? { key, file, share: 0, fault: refusal, refused: true } : { key, file, share: 0 },
      ]);
      if (!refusal) void send(key, file);
    },
    retry: ({ key, file }: Upload) => {
      setUploads((all) => all.map((one) => (one.key === key ? { key, file, share: 0 } : one)));
      void send(key, file);
    },
    dismiss: ({ key }: Upload) => {
      running.current.get(key)?.abort();
      drop(key);
    },
  };
}

function useControllers() {
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach((controller) => controller.abort());
  }, []);
  return running;
}

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function failureOf(error: unknown): Pick<Upload, 'fault' | 'refused'> {
  const fault = error instanceof Error ? error.message : 'The file could not be sent.';
  return { fault, ...(isRefusal(error) ? { refused: true } : {}) };
}

/** A refused file would be refused again; a lost connection or session may be retried. */
function isRefusal(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 0;
  return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
}
