import { useSearchParams } from 'react-router-dom';
import { BOXES, type Box } from '../../../domain/messages/threads.ts';

export interface BoxState {
  box: Box;
  q: string;
  thread: string | null;
}

export function readBoxState(params: URLSearchParams): BoxState {
  const thread = params.get('thread')?.slice(0, 80) ?? '';
  return {
    box: BOXES.find((box) => box === params.get('box')) ?? 'all',
    q: params.get('q')?.trim().slice(0, 200) ?? '',
    thread: thread === '' ? null : thread,
  };
}

export function writeBoxState({ box, q, thread }: BoxState): URLSearchParams {
  const params = new URLSearchParams();
  if (box !== 'all') params.set('box', box);
  if (q !== '') params.set('q', q);
  if (thread !== null) params.set('thread', thread);
  return params;
}

export function useBoxState() {
  const [params, setParams] = useSearchParams();
  const state = readBoxState(params);
  return {
    state,
    set: (part: Partial<BoxState>) => setParams(writeBoxState({ ...state, ...part })),
    /** The address of a thread in a box; null: of the box alone. */
    to: (thread: string | null, box = state.box) => ({ search: writeBoxState({ ...state, box, thread }).toString() }),
  };
}
