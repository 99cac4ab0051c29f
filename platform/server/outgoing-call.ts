import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { type Duplex, PassThrough } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import type { CallFault } from '../common/webhook.ts';
import type { Kit } from './kit.ts';

/** A call to an address that a person has entered, or that a browser has given. */
export type OutgoingCall = {
  url: string;
  headers: Readonly<Record<string, string | number>>;
  body: string | Buffer;
  /** POST by default. */
  method?: 'GET' | 'POST';
  /** How many bytes of the reply are read; 1000 by default. */
  replyBytes?: number;
};

export type CallOutcome = {
  /** The HTTP status; null if no reply came. */
  status: number | null;
  /** Why no reply came; null if one came. */
  fault: CallFault | null;
  /** The request was written to a connection: without a reply it is unknown whether it had an effect. */
  written: boolean;
  durationMs: number;
  /** The beginning of the reply, without control characters. */
  reply: string;
};

export const callTimeoutMs = 10_000;
const maxReplyBytes = 1000;
/** An address of Azure that answers with metadata, although it is a public one. */
const denyIPAddressList = ['168.63.129.16'];

/** Public IPv6 addresses begin with the bits 001. Others, such as `::127.0.0.1`, are not all special ones to the agent. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');
const isRefused = (address: string) => isIPv6(address) && notPublic.check(address, 'ipv6');

/** Resolves a name for the agent, which then checks the addresses itself. */
const lookupPublic: LookupFunction = (name, options, done) =>
  dns.lookup(name, options, (error, address, family) => {
    const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
    if (!error && found.some(isRefused)) done(new Error(`DNS lookup of ${name}: no public address`), '', 0);
    else done(error, address, family);
  });

const unreadable = /[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * Whether the installation calls an address of this kind at all: `https` (or another secure scheme), and for tests and
 * development also `http`.
 */
export const isCallable = (
  { settings }: Pick<Kit, 'settings'>,
  url: string,
  [secure, open] = ['https:', 'http:'] as readonly string[],
): boolean => {
  const { protocol, username, password } = new URL(url);
  return (
    (protocol === secure || (settings.privateCalls === true && protocol === open)) && username === '' && password === ''
  );
};

/** The schemes of brokers. */
export const brokerSchemes = ['mqtts:', 'mqtt:'] as const;

/** The rules by which addresses are checked once their names are resolved. */
const rulesOf = ({ settings }: Pick<Kit, 'settings'>) => ({
  allowPrivateIPAddress: settings.privateCalls ?? false,
  allowMetaIPAddress: false,
  denyIPAddressList,
});

const literalOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '');
const isRefusedLiteral = ({ settings }: Pick<Kit, 'settings'>, url: string) =>
  !settings.privateCalls && isRefused(literalOf(url));

/**
 * Connects to a broker, with TLS by `mqtts`. Its address is checked like that of a call; if it is refused, the
 * connection fails.
 */
export function connectOut(kit: Pick<Kit, 'settings'>, url: string): Duplex {
  const refused = (error: unknown) => new PassThrough().destroy(error as Error);
  if (!isCallable(kit, url, brokerSchemes) || isRefusedLiteral(kit, url))
    return refused(new Error('DNS lookup refused'));
  const secure = new URL(url).protocol === 'mqtts:';
  const host = literalOf(url);
  const options = {
    host,
    port: Number(new URL(url).port || (secure ? 8883 : 1883)),
    ...(kit.settings.privateCalls ? {} : { lookup: lookupPublic }),
  };
  const agent = secure ? new RequestFilteringHttpsAgent(rulesOf(kit)) : new RequestFilteringHttpAgent(rulesOf(kit));
  try {
    return agent.createConnection({ ...options, ...(secure ? { servername: host } : {}) });
  } catch (error) {
    // The agent throws at an address that needs no look-up.
    return refused(error);
  }
}

/**
 * Sends a request. The address is checked after its name was resolved, when the connection is made: private, loopback,
 * link-local and other special ones are refused. Redirects are not followed, and only the beginning of the reply is
 * read. Never rejects.
 */
export async function callOut(kit: Pick<Kit, 'settings'>, call: OutgoingCall): Promise<CallOutcome> {
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  if (!isCallable(kit, call.url) || isRefusedLiteral(kit, call.url))
    return { status: null, fault: 'refused-address', written: false, durationMs: 0, reply: '' };
  const signal = AbortSignal.timeout(callTimeoutMs);
  let written = false;
  try {
    const { status, reply } = await send(kit, call, signal, () => {
      written = true;
    });
    return { status, fault: null, written, durationMs: took(), reply };
  } catch (error) {
    return {
      status: null,
      fault: signal.aborted ? 'timeout' : callFaultOf(error),
      written,
      durationMs: took(),
      reply: '',
    };
  }
}

function send(
  kit: Pick<Kit, 'settings'>,
  { url, headers, body, method = 'POST', replyBytes = maxReplyBytes }: OutgoingCall,
  signal: AbortSignal,
  onWritten: () => void,
): Promise<{ status: number; reply: string }> {
  const allowed = kit.settings.privateCalls ?? false;
  const secure = new URL(url).protocol === 'https:';
  const agent = secure ? new RequestFilteringHttpsAgent(rulesOf(kit)) : new RequestFilteringHttpAgent(rulesOf(kit));
  const begin = secure ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const options = { method, agent, signal, headers, ...(allowed ? {} : { lookup: lookupPublic }) };
    const request = begin(url, options, (response) => {
      beginningOf(response, replyBytes).then((reply) => resolve({ status: response.statusCode ?? 0, reply }), reject);
    });
    request.on('error', reject);
    request.on('finish', onWritten);
    request.end(body);
  });
}

/** Reads the beginning of a reply and drops the rest of it with the connection. */
async function beginningOf(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= maxBytes) break;
  }
  // A character that the limit has cut becomes U+FFFD.
  const text = Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
  return text
    .replaceAll(unreadable, ' ')
    .replace(/\uFFFD$/, '')
    .trim();
}

/** Why a connection failed. */
export function callFaultOf(error: unknown): CallFault {
  const { message = '', code = '' } = error as NodeJS.ErrnoException;
  if (message.startsWith('DNS lookup ')) return 'refused-address';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host';
  if (code.startsWith('ERR_TLS') || /CERT|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'certificate';
  return 'unreachable';
}
