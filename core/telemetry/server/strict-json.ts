import { isUtf8 } from 'node:buffer';
import type { Fault } from '../common/ingest.ts';

const maxDepth = 16;
const maxKeyLength = 100;
const shownKeyLength = 120;

/** Text that PostgreSQL stores as it is: neither U+0000 nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be shown
const unshowable = /[\u0000-\u001f\u007f-\u009f]/g;

/** What a device sent as a key or topic, fit to be stored and shown. */
export const showable = (text: string, length = shownKeyLength): string =>
  text.slice(0, length).toWellFormed().replaceAll(unshowable, '\ufffd');

export type Parsed = { value: unknown } | { fault: Fault['msg'] };

/** JSON in UTF-8, as the bytes say it: nothing is replaced on the way. */
export function parseJson(payload: Buffer | string): Parsed {
  if (typeof payload !== 'string' && !isUtf8(payload)) return { fault: 'broken-json' };
  try {
    return { value: JSON.parse(typeof payload === 'string' ? payload : payload.toString('utf8')) };
  } catch {
    return { fault: 'broken-json' };
  }
}

/**
 * The fault of a value that is stored as `jsonb` as a whole; null when there is none. JSON knows more than jsonb takes:
 * U+0000, halves of surrogate pairs, numbers beyond those of JavaScript, and any depth.
 */
export function faultOf(value: unknown, path = '', depth = 0): Fault | null {
  const at = (msg: Fault['msg']): Fault => ({ param: showable(path), msg });
  if (typeof value === 'string') return isStorable(value) ? null : at('not-a-text');
  if (typeof value === 'number') return Number.isFinite(value) ? null : at('not-a-number');
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= maxDepth) return at('too-deep');
  for (const [key, inner] of Object.entries(value)) {
    const below = path === '' ? key : `${path}.${key}`;
    if (key.length > maxKeyLength || !isStorable(key)) return { param: showable(below), msg: 'bad-key' };
    const fault = faultOf(inner, below, depth + 1);
    if (fault) return fault;
  }
  return null;
}

/** A payload that is stored as a whole, or why it is not. */
export function readWhole(payload: Buffer, maxBytes: number): { value?: unknown; fault?: Fault } {
  if (payload.length > maxBytes) return { fault: { param: '', msg: 'too-large' } };
  const parsed = parseJson(payload);
  if ('fault' in parsed) return { fault: { param: '', msg: parsed.fault } };
  const fault = faultOf(parsed.value);
  return fault ? { fault } : { value: parsed.value };
}
