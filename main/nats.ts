import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { Unavailable } from './unavailable.ts';

const { ClosedConnectionError, ConnectionError, TimeoutError, RequestError, NoRespondersError } = errors;

/** Whether NATS cannot be reached at the moment, so that the same thing may succeed later. */
export const isNatsAway = (error: unknown): boolean =>
  [ClosedConnectionError, ConnectionError, TimeoutError].some((kind) => error instanceof kind) ||
  ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'].includes(
    String((error as { code?: unknown }).code),
  );

/** The first nats-server that can sync before it acknowledges. */
const firstToSync = '2.10';

/** Connects for as long as the process lives: a connection that is lost is made again. Throws one sentence. */
export async function connectNats(url: string, log: Logger): Promise<NatsConnection> {
  try {
    const connection = await connect({ servers: url, maxReconnectAttempts: -1 });
    const version = connection.info?.version ?? '';
    if (version.localeCompare(firstToSync, 'en', { numeric: true }) < 0)
      log.warn(
        `nats-server ${version} acknowledges messages before they are on the disk: a power cut may lose two minutes of them. Use ${firstToSync} or newer with sync_interval: always.`,
      );
    return connection;
  } catch (error) {
    throw natsFailure(error);
  }
}

/** The sentence for a person at the terminal; the address may hold a password and is not told. */
export function natsFailure(error: unknown): Unavailable {
  if (error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders()))
    return new Unavailable('The NATS of NATS_URL has no JetStream: start nats-server with -js.', error, false);
  const reason = (error as Error).message || String(error);
  return new Unavailable(`The NATS of NATS_URL cannot be used: ${reason}.`, error, isNatsAway(error));
}

/** Sends what is still to be sent, unless NATS is away just now. */
export async function closeNats(connection: NatsConnection): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => connection.close().then(resolve), 3000);
  });
  await Promise.race([connection.drain(), late]).finally(() => clearTimeout(timer));
}
