import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { Receiver } from '../inbound.ts';

const cacheMs = 10_000;

type Row = Receiver & {
  key: string;
  enabled: boolean;
  networks: string[];
  rate: number;
  secrets: { hash: string; until: string | null }[];
};
export type KnownConnector = Receiver & {
  key: string;
  rate: number;
  /** Whether a secret is valid now. */
  admits(secret: string): boolean;
  /** Whether messages may come from an address. */
  reaches(address: string): boolean;
};

export const connectorSecretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

function known({ secrets, networks, enabled: _, ...connector }: Row): KnownConnector {
  const hashes = secrets.map(({ hash, until }) => ({
    hash: Buffer.from(hash, 'hex'),
    until: until === null ? Number.POSITIVE_INFINITY : Date.parse(until),
  }));
  const list = networks.length === 0 ? null : listOf(networks);
  return {
    ...connector,
    admits: (secret) => {
      const given = connectorSecretHash(secret);
      // All are compared, so that the response time reveals nothing.
      return hashes.filter(({ hash, until }) => timingSafeEqual(hash, given) && until > Date.now()).length > 0;
    },
    reaches: (address) => list === null || list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'),
  };
}

/** The enabled connectors by their key, read again when they change or after ten seconds. */
export class ConnectorDirectory {
  private readonly cache = new Map<string, { connector: KnownConnector | null; until: number }>();
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
    kit.signals.on('connectors.changed', () => this.cache.clear());
  }

  async find(key: string): Promise<KnownConnector | null> {
    const now = performance.now();
    const cached = this.cache.get(key);
    if (cached && cached.until > now) return cached.connector;
    // Made-up keys must not fill the memory.
    if (this.cache.size > 10_000) this.cache.clear();
    const connector = await readConnector(this.kit, sql`c.key = ${key} AND c.enabled`);
    this.cache.set(key, { connector, until: now + cacheMs });
    return connector;
  }
}

/** The connector that a condition on `c` names. */
export async function readConnector(kit: Kit, where: ReturnType<typeof sql>): Promise<KnownConnector | null> {
  const found = await inSystem(kit.telemetry.db, (tx) =>
    sql<Row>`SELECT c.id, c.company_id, c.key, c.kind, c.name, c.enabled, c.networks, c.rate, c.auto_create, c.allow_simulated, c.codec_id, c.profiles, c.mapping, c.pointers,
                    coalesce((SELECT jsonb_agg(jsonb_build_object('hash', encode(s.secret_hash, 'hex'), 'until', s.valid_until)) FROM connector_secret s WHERE s.connector_id = c.id), '[]') AS secrets
               FROM connector c WHERE ${where}`.execute(tx),
  );
  const [row] = found.rows;
  return row ? known(row) : null;
}

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** Gateways read connectors, codecs and their keys again. */
    'connectors.changed': object;
  }
}

/** Tells all gateways that connectors have changed. */
export const connectorsChanged = (kit: Kit): void => kit.signals.send('connectors.changed', {});
