import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { connectorKinds } from '../common/kinds.ts';
import type { CommandReport, ReceivedMessage, receiveRoutes } from '../common/receiving.ts';
import { acceptBody, eventIn, receptionOf } from './accept.ts';
import { ConnectorDirectory, type KnownConnector } from './connectors/connector-directory.ts';
import { storeKey } from './downlink/links.ts';
import { takeReport } from './downlink/reports.ts';
import { countNotAdmitted } from './not-admitted.ts';
import { TokenBuckets } from './token-buckets.ts';

type Gateway = {
  directory: ConnectorDirectory;
  buckets: TokenBuckets;
  /** The keys for answers that came with the messages of a connector. */
  keys: Map<number, string>;
};
const gateways = new WeakMap<Kit, Gateway>();

function gatewayOf(kit: Kit): Gateway {
  let gateway = gateways.get(kit);
  if (!gateway) {
    gateway = { directory: new ConnectorDirectory(kit), buckets: new TokenBuckets(), keys: new Map() };
    // A link that is created later needs the key again.
    const { keys } = gateway;
    kit.signals.on('connectors.changed', () => keys.clear());
    gateways.set(kit, gateway);
  }
  return gateway;
}

type ReceiveContext = Pick<Context, 'kit' | 'request' | 'reply'> & { params: { key: string } };

/** The secret of `Bearer`, or the password of `Basic` with any name. */
function secretOf(authorization = ''): string {
  const [scheme = '', value = ''] = authorization.split(' ');
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return '';
  return Buffer.from(value, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

async function admitted({ kit, request, reply, params }: ReceiveContext): Promise<KnownConnector> {
  const { directory, buckets } = gatewayOf(kit);
  const connector = await directory.find(params.key);
  if (!connector) throw refuse(404, 'not-found');
  if (!connector.admits(secretOf(request.headers.authorization)) || !connector.reaches(request.ip)) {
    countNotAdmitted(kit, connector.id);
    throw refuse(401, 'wrong-credentials', {}, '01050401');
  }
  const waitMs = buckets.take(connector.id, connector.rate);
  if (waitMs > 0) {
    reply.header('retry-after', Math.ceil(waitMs / 1000));
    throw refuse(429, 'too-many-requests');
  }
  return connector;
}

const queryOf = (url: string) => url.slice(url.indexOf('?') + 1 || url.length);

async function receive(context: ReceiveContext & { body: unknown }): Promise<ReceivedMessage> {
  const connector = await admitted(context);
  const query = queryOf(context.request.url);
  const event = eventIn(new URLSearchParams(query).get('event') ?? '');
  const sent = Buffer.isBuffer(context.body) ? context.body : Buffer.alloc(0);
  const { inAddress = false } = connectorKinds.of(context.kit.apps).get(connector.kind) ?? {};
  const body = inAddress && sent.length === 0 ? Buffer.from(query) : sent;
  const push = await answerOf(context, connector);
  const { buckets } = gatewayOf(context.kit);
  // The token of the first message is already taken.
  return acceptBody(receptionOf(context.kit), connector, { body, event, push }, Date.now(), (messages) =>
    buckets.owe(connector.id, messages - 1),
  );
}

const maxAddress = 1000;

/** Where commands for the device of a message of The Things Stack go; the key for them is stored. */
async function answerOf({ kit, request }: ReceiveContext, connector: KnownConnector): Promise<string | undefined> {
  if (connector.kind !== 'tts') return undefined;
  const { 'x-downlink-push': push, 'x-downlink-apikey': apiKey } = request.headers;
  const { keys } = gatewayOf(kit);
  if (typeof apiKey === 'string' && apiKey.length <= maxAddress && keys.get(connector.id) !== apiKey) {
    await storeKey(kit, connector, apiKey);
    keys.set(connector.id, apiKey);
  }
  return typeof push === 'string' && push.length <= maxAddress && URL.canParse(push) ? push : undefined;
}

/** What the receiver reports about a command. A repeat has no effect. */
async function report(context: ReceiveContext & { params: { callId: string }; body: CommandReport }): Promise<null> {
  const { kit, params, body } = context;
  const connector = await admitted(context);
  const downlink = await inSystem(kit.telemetry.db, (tx) =>
    tx
      .selectFrom('connectorDownlink')
      .select('deviceId')
      .where('connectorId', '=', connector.id)
      .where('remoteId', '=', params.callId)
      .executeTakeFirst(),
  );
  if (!downlink) throw refuse(404, 'not-found');
  const failed = body.state === 'failed' ? { reason: 'device-error' } : {};
  await takeReport(kit, connector, downlink.deviceId, { remoteId: params.callId, state: body.state, ...failed });
  return null;
}

export const receiveHandlers: Handlers<typeof receiveRoutes> = {
  receive,
  receiveOsmand: receive,
  receiveOsmandQuery: receive,
  report,
};
