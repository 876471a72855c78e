import { memoryStore } from 'ra-core';

const memory = memoryStore();
memory.setup();

/**
 * react-admin's store: the last filter and selection of each list, for as long as the page stands. It outlives the
 * console's components, so that coming back from a page of the portal finds the list as it was left.
 */
export const stateStore = { ...memory, setup: () => undefined, teardown: () => undefined };
