import type { CodecContent } from '../../common/codec.ts';
import type { CodecAnswer } from './instance.ts';
import { CodecPool } from './pool.ts';
import type { CodecTask } from './worker.ts';

// The workers serve all databases of the process, because they depend on none. They do not keep the process running.
let pool: CodecPool | undefined;

/** The workers of this process. */
export const codecPool = (): CodecPool => (pool ??= new CodecPool());

/** The input of a codec from a message. */
export type UplinkInput = { bytes: Buffer | null; fPort: number | null; object?: unknown; json?: unknown };

/** The output of a codec: `data`, or bytes for a port, with warnings and errors. */
export type CodecOutput = { data?: unknown; bytes?: number[]; fPort?: number; warnings: string[]; errors: string[] };

type Content = Pick<CodecContent, 'source' | 'variables'> & { version: string };

const run = (content: Content, call: CodecTask['call'], input: object, now: number): Promise<CodecAnswer> =>
  codecPool().run({ version: content.version, source: content.source, call, input: JSON.stringify(input), now });

/** Decodes a payload. `version` names the source: two of one name must be equal. */
export const decodeUplink = (content: Content, { bytes, fPort, object, json }: UplinkInput, now: number) =>
  run(
    content,
    'decodeUplink',
    { bytes: bytes ? [...bytes] : [], fPort, recvTime: now, variables: content.variables, object, json },
    now,
  );

/** Encodes a command; the clock is fixed at the time of the command. */
export const encodeDownlink = (content: Content, data: object, now: number) =>
  run(content, 'encodeDownlink', { data, variables: content.variables }, now);
