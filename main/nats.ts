import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { Unavailable } from './resilience/unavailable.ts';

const { ClosedConnectionError, ConnectionError, TimeoutError, RequestError, NoRespondersError } = errors;

/** Whether the error means that NATS is unreachable, so that a retry may succeed. */
export const isNatsAway = (error: unknown): boolean =>
  [ClosedConnectionError, ConnectionError, TimeoutError].some((kind) => error instanceof kind) ||
  ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'].includes(
    String((error as { code?: unknown }).code),
  );

/** The first version of nats-server that can sync to disk before it acknowledges. */
const minSyncVersion = '2.10';

/** Connects to NATS and reconnects whenever the connection is lost. Throws an Unavailable with one sentence. */
export async function connectNats(url: string, log: Logger): Promise<NatsConnection> {
  try {
    const connection = await connect({ servers: url, maxReconnectAttempts: -1 });
    const version = connection.info?.version ?? '';
    if (version.localeCompare(minSyncVersion, 'en', { numeric: true }) < 0)
      log.warn(
        `nats-server ${version} acknowledges messages before they are on the disk: a power cut may lose two minutes of them. Use ${minSyncVersion} or newer with sync_interval: always.`,
      );
    return connection;
  } catch (error) {
    throw natsFailure(error);
  }
}

/** The error for the operator. It does not contain the address, which may include a password. */
export function natsFailure(error: unknown): Unavailable {
  if (error instanceof NoRespondersError || (error instanceof RequestError && error.isNoResponders()))
    return new Unavailable('The NATS of NATS_URL has no JetStream: start nats-server with -js.', error, false);
  const reason = (error as Error).message || String(error);
  return new Unavailable(`The NATS of NATS_URL cannot be used: ${reason}.`, error, isNatsAway(error));
}

/** Sends all pending messages and closes the connection. Gives up after three seconds. */
export async function closeNats(connection: NatsConnection): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => connection.close().then(resolve), 3000);
  });
  await Promise.race([connection.drain(), late]).finally(() => clearTimeout(timer));
}
