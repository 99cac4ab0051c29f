import { MqttClient } from 'mqtt';
import type { Kit } from '#platform/server/kit.ts';
import { callFaultOf, connectOut } from '#platform/server/outgoing-call.ts';
import type { LinkFault } from '../../common/link.ts';
import type { DownlinkTarget } from '../downlink/orders.ts';

const connectTimeoutMs = 10_000;
const ownTopics = { clean: true, reconnectPeriod: 0 };

type BrokerLink = Pick<DownlinkTarget, 'url' | 'userName' | 'key'>;
type Session = { clean: boolean; reconnectPeriod: number };

/** Codes of a broker that does not know the account, or refuses it. */
const refusals = [2, 4, 5];
const isRefusal = (error: unknown) => refusals.includes((error as { code?: number }).code ?? 0);

/**
 * A client of a broker of a company. Its address is checked whenever it connects. `onFault` gets each failure; the
 * client itself reports only some of them.
 */
export const brokerClient = (
  kit: Kit,
  { url, userName, key }: BrokerLink,
  clientId: string,
  session: Session,
  onFault: (fault: LinkFault) => void,
): MqttClient => {
  const connect = () => connectOut(kit, url).once('error', (error) => onFault(callFaultOf(error)));
  const client = new MqttClient(() => connect() as never, {
    clientId,
    protocolVersion: 4,
    connectTimeout: connectTimeoutMs,
    keepalive: 30,
    ...(userName === '' ? {} : { username: userName }),
    ...(key === '' ? {} : { password: key }),
    ...session,
    queueQoSZero: false,
    resubscribe: false,
  });
  client.on('error', (error) => onFault(isRefusal(error) ? 'wrong-credentials' : callFaultOf(error)));
  return client;
};

/** Works with a separate connection to a broker. Returns why it failed, or null. */
export async function withBroker(
  kit: Kit,
  link: BrokerLink,
  clientId: string,
  work: (client: MqttClient) => Promise<unknown>,
): Promise<LinkFault | null> {
  const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
  let fault: LinkFault | null = null;
  const client = brokerClient(kit, link, clientId, ownTopics, (found) => {
    fault ??= found;
  });
  const timer = setTimeout(() => reject(new Error('late')), connectTimeoutMs);
  client.on('connect', () => resolve());
  client.on('close', () => reject(new Error('closed')));
  try {
    await connected;
    const { promise: late, reject: end } = Promise.withResolvers<never>();
    const working = setTimeout(() => end(new Error('late')), connectTimeoutMs);
    await Promise.race([work(client), late]).finally(() => clearTimeout(working));
    return null;
  } catch {
    // The reason was passed to `fault`; a silent broker does not give one.
    return fault ?? 'timeout';
  } finally {
    clearTimeout(timer);
    await client.endAsync(true);
  }
}
