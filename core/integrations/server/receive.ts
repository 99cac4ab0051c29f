import type { Kit } from '#platform/server/kit.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { Received, receiveRoutes } from '../common/connector.ts';
import { acceptBody, receptionOf } from './accept.ts';
import { ConnectorDirectory, type KnownConnector } from './connector-directory.ts';
import { TokenBuckets } from './token-buckets.ts';

type Gateway = { directory: ConnectorDirectory; buckets: TokenBuckets };
const gateways = new WeakMap<Kit, Gateway>();

function gatewayOf(kit: Kit): Gateway {
  let gateway = gateways.get(kit);
  if (!gateway) {
    gateway = { directory: new ConnectorDirectory(kit), buckets: new TokenBuckets() };
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
  if (!connector.admits(secretOf(request.headers.authorization)) || !connector.reaches(request.ip))
    throw refuse(401, 'wrong-credentials', {}, '01050401');
  const waitMs = buckets.take(connector.id, connector.rate);
  if (waitMs > 0) {
    reply.header('retry-after', Math.ceil(waitMs / 1000));
    throw refuse(429, 'too-many-requests');
  }
  return connector;
}

const maxEventLength = 40;
const queryOf = (url: string) => url.slice(url.indexOf('?') + 1 || url.length);

async function receive(context: ReceiveContext & { body: unknown }): Promise<Received> {
  const connector = await admitted(context);
  const query = queryOf(context.request.url);
  const event = (new URLSearchParams(query).get('event') ?? '').replaceAll(/[^\w-]/g, '').slice(0, maxEventLength);
  const sent = Buffer.isBuffer(context.body) ? context.body : Buffer.alloc(0);
  // The OsmAnd protocol has its values in the address, whatever the method.
  const body = connector.kind === 'osmand' && sent.length === 0 ? Buffer.from(query) : sent;
  return acceptBody(receptionOf(context.kit), connector, { body, event }, Date.now());
}

export const receiveHandlers: Handlers<typeof receiveRoutes> = {
  receive,
  receiveOsmand: receive,
  receiveOsmandQuery: receive,
};
