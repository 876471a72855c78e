import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { showToast } from '../ui/toasts.ts';
import { ApiError } from './ApiError.ts';

export interface Command<Args extends readonly unknown[], Result> {
  /** Resolves to the result, or to undefined where it was refused or is running already. Rejects for errors that are no refusals. */
  run: (...args: Args) => Promise<Result | undefined>;
  isRunning: boolean;
  /** What runs; null while nothing does. For a command with a button per row. */
  runningWith: Args | null;
  refusal: ApiError | null;
  fieldErrors: Readonly<Record<string, string>>;
  /** The refusal's message where no field has it. */
  message: string | null;
  reset: () => void;
}

const NO_ERRORS: Readonly<Record<string, string>> = {};

/** A write with the state that its button and fields show. `onRefusal` is awaited before the command ends. */
export function useCommand<Args extends readonly unknown[], Result>(
  command: (...args: Args) => Promise<Result>,
  onRefusal?: (refusal: ApiError) => unknown,
): Command<Args, Result> {
  const { mutateAsync, isPending, variables, error, reset } = useMutation({
    mutationFn: (args: Args) => command(...args),
    onError: async (failure) => {
      if (failure instanceof ApiError) await onRefusal?.(failure);
    },
  });
  // A second click may come before the next render.
  const isRunning = useRef(false);
  const run = async (...args: Args): Promise<Result | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await mutateAsync(args);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return undefined;
    } finally {
      isRunning.current = false;
    }
  };
  const refusal = error instanceof ApiError ? error : null;
  const fieldErrors = refusal === null ? NO_ERRORS : fieldTexts(refusal);
  return {
    run,
    isRunning: isPending,
    runningWith: isPending ? variables : null,
    refusal,
    fieldErrors,
    message: refusal !== null && fieldErrors === NO_ERRORS ? refusal.message : null,
    reset,
  };
}

/** `onRefusal` of a command without a place for its message. */
export function toastRefusal({ message }: ApiError): void {
  showToast(message, { tone: 'error' });
}

function fieldTexts({ problem }: ApiError): Readonly<Record<string, string>> {
  const texts = Object.entries(problem.errors ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length === 0 ? NO_ERRORS : Object.fromEntries(texts);
}
