import { decrypt } from './cipher.ts';
import { decodeText, printable } from './windows-1252.ts';

/** What stands before the content: replies repeat it exactly as it was received. */
export type Envelope = {
  token: string;
  encrypted: boolean;
  sequence: string;
  /** With their letters; empty where the panel sends none. */
  receiver: string;
  line: string;
  /** With its `#`. */
  account: string;
};

/** A message whose content may still be encrypted. */
export type Sealed = Envelope & { content: string };

const envelope = /^"(\*?)([^"*]{1,20})"(\d{4})(R[0-9a-f]{0,6})?(L[0-9a-f]{0,6})?(#[0-9a-z]{1,16})?\[(.*)$/is;

/** Reads what stands before the content; null if the message has not this form. */
export function readEnvelope(message: Uint8Array): Sealed | null {
  const parts = envelope.exec(decodeText(message));
  if (!parts) return null;
  const [, star, token = '', sequence = '', receiver = '', line = '', account = '', content = ''] = parts;
  return { token, encrypted: star === '*', sequence, receiver, line, account, content };
}

export type Content = {
  /** The account in the content, without its `#`; null without one. */
  account: string | null;
  /** The blocks of data. */
  blocks: string[];
  /** Extended data, each with its letter. */
  extended: string[];
  /** As the panel has written it; null without one. */
  timestamp: string | null;
};

const contentForm = /^([^\]]*)\]((?:\[[^\]]*\])*)(?:_(.*))?$/s;

/** Reads a content that is not encrypted, or no longer; null if it has not this form. */
export function readContent(text: string): Content | null {
  const parts = contentForm.exec(printable(text));
  if (!parts) return null;
  const [, data = '', extended = '', timestamp] = parts;
  const parted = data.split('|').filter((block) => block !== '');
  const account = /^#([0-9a-z]{1,16})$/i.exec(parted[0] ?? '')?.[1] ?? null;
  return {
    account,
    blocks: account === null ? parted : parted.slice(1),
    extended: [...extended.matchAll(/\[([^\]]+)\]/g)].flatMap(([, one]) => one ?? []),
    timestamp: timestamp ?? null,
  };
}

/**
 * Decrypts a content and takes off its pad; null for a wrong key. What a wrong key makes of a content is noise, so it has
 * control characters or not the form of a content.
 */
export function openContent(key: Buffer, digits: string): Content | null {
  const bytes = decrypt(key, digits);
  if (!bytes || bytes.some((byte) => byte < 0x20)) return null;
  const text = decodeText(bytes);
  const form = contentForm.exec(text);
  if (!form) return null;
  const [, data = ''] = form;
  const separator = data.indexOf('|');
  // A content without data is only its pad.
  const behindPad = separator < 0 ? '' : data.slice(separator);
  // A content that fills its blocks may have no pad in front of its account.
  const whole = /^#[0-9a-z]{1,16}\|/i.test(data) ? data : behindPad;
  return readContent(whole + text.slice(data.length));
}

/** Accounts are compared without case and without leading zeros. */
export const accountKey = (account: string): string => account.toUpperCase().replace(/^0+(?=.)/, '');
