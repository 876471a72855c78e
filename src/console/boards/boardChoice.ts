import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BoardLink } from '../../../domain/declarations/boards.ts';
import { persist, readPersisted } from '../../app/persisted.ts';
import { KEEP_POSITION } from '../../app/routing/useScrollPosition.ts';
import { useSession } from '../../app/useSession.ts';

/** In the local storage: the board that an account chose last in this browser. */
const STORE = 'board';

/** The board of the address, else the one that the account chose last, else the first; undefined without boards. */
export function useBoardChoice(boards: readonly BoardLink[]) {
  const [search, setSearch] = useSearchParams();
  const { userName } = useSession();
  const [stored, setStored] = useState(() => storedBoard(userName));
  const named = (name: string | null) => boards.find((board) => board.name === name);
  const inAddress = search.get('board');
  // An unknown name leads to the first board, not to the one that was chosen before.
  const board = named(inAddress ?? stored) ?? boards[0];
  const choose = (name: string) => {
    persist(STORE, { userName, board: name });
    setStored(name);
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('board', name);
        return next;
      },
      { state: KEEP_POSITION },
    );
  };
  return { board, choose };
}

function storedBoard(userName: string | null): string | null {
  const stored = readPersisted(STORE) as { userName?: unknown; board?: unknown } | null;
  return stored?.userName === userName && typeof stored.board === 'string' ? stored.board : null;
}
