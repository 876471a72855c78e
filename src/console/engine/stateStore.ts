import { memoryStore } from 'ra-core';

const memory = memoryStore();
memory.setup();

/** The last filter and selection of each list. It outlives the console's components: a page of the portal may come between. */
export const stateStore = { ...memory, setup: () => undefined, teardown: () => undefined };
