/** Errors of the system that end by themselves once the other side is back. */
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
 * SQLSTATEs of a database that is going, coming or out of room: connection exceptions (08), shutdown, crash and start
 * (57P01 to 57P05), and insufficient resources (53).
 */
const passingState = /^(08|57P|53)/;

/** What `pg` says, without a code, of a connection that ended under it. */
const passingMessage =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Cannot use a pool after)/;

/** Whether the database cannot be reached or cannot work at the moment, so that the same thing may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  // A file that is missing is another matter than a socket that is not there yet.
  if (typeof code === 'string' && passingSystemErrors.has(code)) return code !== 'ENOENT' || syscall === 'connect';
  if (typeof code === 'string' && passingState.test(code)) return true;
  return passingMessage.test(error.message) || isDatabaseAway(error.cause);
}
