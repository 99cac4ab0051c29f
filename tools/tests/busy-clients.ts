import { afterAll } from 'vitest';
import { assertNoBusyClient, watchBusyClients } from '#platform/server/postgres/busy-clients.ts';

// A file fails if it, or the server that it tests, uses a connection that is busy.
watchBusyClients();
afterAll(assertNoBusyClient);
