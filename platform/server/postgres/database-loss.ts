/** System errors that are temporary. */
const passingSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EAI_AGAIN',
]);

/**
 * SQLSTATEs of a database that stops, starts or lacks resources: connection exceptions (08), shutdown, crash and start
 * (57P01 to 57P05), and insufficient resources (53).
 */
const passingState = /^(08|57P|53)/;

/** Messages of `pg`, which have no code, for a connection that ended. */
const passingMessage =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Cannot use a pool after)/;

/** Whether the database is temporarily unavailable, so that the same operation may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // ENOENT is temporary only for a socket that does not exist yet.
  if (typeof code === 'string' && passingSystemErrors.has(code)) return code !== 'ENOENT' || syscall === 'connect';
  if (typeof code === 'string' && passingState.test(code)) return true;
  return passingMessage.test(error.message) || isDatabaseAway(error.cause);
}
