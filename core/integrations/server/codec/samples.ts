import type { CodecContent, CodecSample, SampleResult } from '../../common/codec.ts';
import { messageHash } from '../inbound.ts';
import type { CodecAnswer } from './instance.ts';
import { type CodecOutput, decodeUplink, type UplinkInput } from './run-codec.ts';

/** The instant of samples, so that each run of them is the same. */
const sampleTime = Date.UTC(2026, 0, 1);

function inputOf({ form, payload, fPort }: CodecSample): UplinkInput {
  if (form !== 'json') return { bytes: Buffer.from(payload.replaceAll(/\s/g, ''), form), fPort };
  return { bytes: null, fPort, json: JSON.parse(payload) };
}

/** Whether a value is as expected, numbers within the tolerance. */
export function isClose(value: unknown, expected: unknown, tolerance: number): boolean {
  if (typeof value === 'number' && typeof expected === 'number') return Math.abs(value - expected) <= tolerance;
  if (typeof value !== 'object' || typeof expected !== 'object' || value === null || expected === null)
    return value === expected;
  const [one, other] = [Object.entries(value), Object.entries(expected)];
  return (
    Array.isArray(value) === Array.isArray(expected) &&
    one.length === other.length &&
    one.every(
      ([key, inner]) =>
        Object.hasOwn(expected, key) && isClose(inner, (expected as Record<string, unknown>)[key], tolerance),
    )
  );
}

/** The outcome of a call as people see it. */
export const shown = (answer: CodecAnswer): Pick<SampleResult, 'output' | 'fault'> =>
  'output' in answer ? { output: JSON.parse(answer.output), fault: null } : { output: null, fault: answer.text };

async function runSample(content: CodecContent & { version: string }, sample: CodecSample): Promise<SampleResult> {
  const { name, expected, tolerance } = sample;
  try {
    const result = shown(await decodeUplink(content, inputOf(sample), sampleTime));
    const { data, errors = [] } = (result.output ?? {}) as Partial<CodecOutput>;
    return {
      name,
      ...result,
      green: result.fault === null && errors.length === 0 && isClose(data, expected, tolerance),
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { name, output: null, fault: error.message, green: false };
  }
}

/** The identifier of a content in the workers. */
export const versionName = ({ source }: Pick<CodecContent, 'source'>): string => messageHash(source);

/** Runs a content on its samples, in their order. */
export const runSamples = (content: CodecContent): Promise<SampleResult[]> =>
  Promise.all(content.samples.map((sample) => runSample({ ...content, version: versionName(content) }, sample)));
