import { sql } from 'kysely';
import type { Fault } from '#core/telemetry/common/ingest.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { CodecContent } from '../../common/codec.ts';
import { type Inbound, isObject, parsedInstant, type Receiver, Unreadable } from '../inbound.ts';
import { CodecBreaker } from './breaker.ts';
import type { CodecAnswer } from './instance.ts';
import { type CodecOutput, decodeUplink } from './run-codec.ts';
import { versionName } from './samples.ts';

/** An active version of a codec of a company; one of a model has neither id nor number. */
export type ActiveCodec = CodecContent & {
  codecId: number | null;
  number: number | null;
  version: string;
  /** The connectors for which it has exceeded its limits too often. */
  failing: readonly number[];
};

/** The values of one moment, with the keys of the sender. `channel`: the one whose values they are. */
export type Part = {
  time: number | null;
  values: Record<string, unknown>;
  channel?: unknown;
  position?: unknown;
  events?: unknown[];
};
/** The change of a codec that a message has caused: it is suspended from now on, or works again. */
export type CodecChange = { codecId: number; is: 'failing' | 'working' };
export type DecodedParts = {
  parts: Part[];
  faults: Fault[];
  codecVersion: number | null;
  codec?: CodecChange | undefined;
};

const cacheMs = 10_000;

/** The active versions by codec, read again when one changes or after ten seconds. */
export class ActiveCodecs {
  readonly breaker = new CodecBreaker();
  private readonly cache = new Map<string, { codec: ActiveCodec | null; until: number }>();
  private readonly byModel: ReadonlyMap<number, ActiveCodec>;
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
    this.byModel = new Map(
      kit.apps.flatMap(({ hardware = [] }) =>
        hardware.flatMap(({ id, codec }) => (codec === undefined ? [] : [[id, codecOfModel(codec)] as const])),
      ),
    );
    kit.signals.on('connectors.changed', () => this.cache.clear());
  }

  /** The codec that a model declares. */
  ofModel = (hardwareId: number): ActiveCodec | null => this.byModel.get(hardwareId) ?? null;

  /** The active version of a codec of the company. */
  async find(companyId: number, codecId: number): Promise<ActiveCodec | null> {
    const name = `${companyId} ${codecId}`;
    const cached = this.cache.get(name);
    if (cached && cached.until > performance.now()) return cached.codec;
    const found = await inSystem(this.kit.telemetry.db, (tx) =>
      sql<Omit<ActiveCodec, 'version'>>`
        SELECT codec_id, number, source, samples, variables, ARRAY(SELECT f.connector_id FROM codec_failure f WHERE f.codec_id = ${codecId}) AS failing
          FROM codec_version WHERE codec_id = ${codecId} AND company_id = ${companyId} AND state = 'active'`.execute(
        tx,
      ),
    );
    const [row] = found.rows;
    const codec = row ? { ...row, version: versionName(row) } : null;
    this.cache.set(name, { codec, until: performance.now() + cacheMs });
    return codec;
  }
}

const codecOfModel = (source: string): ActiveCodec => ({
  codecId: null,
  number: null,
  source,
  samples: [],
  variables: {},
  version: versionName({ source }),
  failing: [],
});

/** The key of a company's codec in the breaker. */
export const breakerName = (
  { companyId }: Pick<Receiver, 'companyId'>,
  { version }: Pick<ActiveCodec, 'version'>,
): string => `${companyId} ${version}`;

/** The codec of a message: that of the profile of its device, else that of the connector. */
export const codecIdOf = ({ profiles, codecId }: Receiver, { profile }: Pick<Inbound, 'profile'>): number | null =>
  profiles.find((one) => one.profile === profile)?.codecId ?? codecId;

/** Decodes the payload of a message by the codec that its connector has for it, else by that of the model of its device. */
export async function decodeParts(
  codecs: ActiveCodecs,
  connector: Receiver,
  message: Inbound,
  { hardwareId, receivedAt }: { hardwareId: number; receivedAt: number },
): Promise<DecodedParts> {
  const { uplink, time, values, network = {}, position } = message;
  const place = position ? { position } : {};
  const asSent = { time, values: { ...network, ...values }, ...place };
  const codecId = codecIdOf(connector, message);
  // What the network has decoded needs no codec of the model.
  const built = codecId === null && uplink?.bytes && uplink.object === undefined ? codecs.ofModel(hardwareId) : null;
  if ((codecId === null && !built) || !uplink) {
    const missing = uplink?.bytes && uplink.object === undefined;
    return { parts: [asSent], faults: missing ? [{ param: '', msg: 'codec-missing' }] : [], codecVersion: null };
  }
  const ofNetwork = { time, values: { ...network }, ...place };
  const codec = codecId === null ? built : await codecs.find(connector.companyId, codecId);
  if (!codec) return { parts: [ofNetwork], faults: [{ param: '', msg: 'codec-missing' }], codecVersion: null };
  const failed = (msg: Fault['msg'], param = '', trips = false): DecodedParts => ({
    parts: [ofNetwork],
    faults: [{ param, msg }],
    codecVersion: codec.number,
    ...(trips && codecId !== null ? { codec: { codecId, is: 'failing' } as const } : {}),
  });
  // Two companies may have the same source: messages of one of them suspend only its own codec.
  const owned = breakerName(connector, codec);
  if (codecs.breaker.isSuspended(owned)) return failed('codec-suspended');
  const answer = await decodeUplink(codec, uplink, time ?? receivedAt);
  if ('failed' in answer) {
    const trips = answer.failed === 'codec-limit' && codecs.breaker.hit(owned);
    return failed(answer.failed, answer.text, trips);
  }
  try {
    const { parts, errors } = partsOf(answer, time);
    const faults = errors.map((text) => ({ param: text, msg: 'codec-failed' }) as const);
    const works = codecId !== null && faults.length === 0 && codec.failing.includes(connector.id);
    return {
      parts: [ofNetwork, ...parts],
      faults,
      codecVersion: codec.number,
      codec: works ? { codecId, is: 'working' } : undefined,
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return failed('codec-failed', error.reason.msg);
  }
}

/** `data` is an object of values, or a list of moments. */
function partsOf(
  answer: Extract<CodecAnswer, { output: string }>,
  time: number | null,
): { parts: Part[]; errors: string[] } {
  const { data, errors } = JSON.parse(answer.output) as CodecOutput;
  if (errors.length > 0) return { parts: [], errors };
  const entries = Array.isArray(data) ? data : [data];
  const parts = entries.map((entry) => {
    if (!isObject(entry)) throw new Unreadable('not-an-object');
    if (!Array.isArray(data) && !isObject(entry.values)) return { time, values: entry };
    const { values, channel, position, events } = entry;
    const at = entry.time === undefined ? time : parsedInstant(entry.time);
    return {
      time: at,
      values: isObject(values) ? values : {},
      ...(channel === undefined ? {} : { channel }),
      ...(position === undefined ? {} : { position }),
      ...(Array.isArray(events) ? { events } : {}),
    };
  });
  return { parts, errors };
}
