import { isUtf8 } from 'node:buffer';
import type { Fault } from '../../common/ingest.ts';

const maxDepth = 16;
const maxKeyLength = 100;
const shownKeyLength = 120;

/** Whether PostgreSQL can store the text: no U+0000 and no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not be shown
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g;

/** Makes a key or topic of a device safe to store and show. */
export const showable = (text: string, length = shownKeyLength): string =>
  text.slice(0, length).toWellFormed().replaceAll(controlCharacters, '\ufffd');

export type Parsed = { value: unknown } | { fault: Fault['msg'] };

/** Parses JSON in UTF-8. Invalid bytes are a fault, not replaced. */
export function parseJson(payload: Buffer | string): Parsed {
  if (typeof payload !== 'string' && !isUtf8(payload)) return { fault: 'broken-json' };
  try {
    return { value: JSON.parse(typeof payload === 'string' ? payload : payload.toString('utf8')) };
  } catch {
    return { fault: 'broken-json' };
  }
}

/**
 * Why a value cannot be stored as `jsonb`; null if it can. JSON allows more than jsonb: U+0000, lone surrogates, numbers
 * beyond the range of a double, and any depth.
 */
export function jsonFault(value: unknown, path = '', depth = 0): Fault | null {
  const faultAt = (msg: Fault['msg']): Fault => ({ param: showable(path), msg });
  if (typeof value === 'string') return isStorable(value) ? null : faultAt('not-a-text');
  if (typeof value === 'number') return Number.isFinite(value) ? null : faultAt('not-a-number');
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= maxDepth) return faultAt('too-deep');
  for (const [key, child] of Object.entries(value)) {
    const childPath = path === '' ? key : `${path}.${key}`;
    if (key.length > maxKeyLength || !isStorable(key)) return { param: showable(childPath), msg: 'bad-key' };
    const fault = jsonFault(child, childPath, depth + 1);
    if (fault) return fault;
  }
  return null;
}

/** Parses a payload that is stored as `jsonb`, or returns why it cannot be stored. */
export function parseStorable(payload: Buffer, maxBytes: number): { value?: unknown; fault?: Fault } {
  if (payload.length > maxBytes) return { fault: { param: '', msg: 'too-large' } };
  const parsed = parseJson(payload);
  if ('fault' in parsed) return { fault: { param: '', msg: parsed.fault } };
  const fault = jsonFault(parsed.value);
  return fault ? { fault } : { value: parsed.value };
}
