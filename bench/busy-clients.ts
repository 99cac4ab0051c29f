import { watchBusyClients } from '#platform/server/postgres/busy-clients.ts';

// A benchmark ends with an error if it, or the server that it measures, uses a connection that is busy.
watchBusyClients((error) => {
  console.error(error);
  process.exit(1);
});
