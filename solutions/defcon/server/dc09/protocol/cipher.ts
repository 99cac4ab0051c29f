import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto';
import type { siaKeyForms } from '../../../common/sia.ts';

const blockBytes = 16;
const keyBytes = [16, 24, 32];
const iv = Buffer.alloc(blockBytes);

export type KeyForm = (typeof siaKeyForms)[number];

/** The bytes of a key; null if it is none of AES. */
export function keyOf(written: string, form: KeyForm): Buffer | null {
  if (form === 'hex' && !/^(?:[0-9a-f]{2})+$/i.test(written)) return null;
  if (form === 'text' && !/^[\x20-\x7e]+$/.test(written)) return null;
  const key = Buffer.from(written, form === 'hex' ? 'hex' : 'latin1');
  return keyBytes.includes(key.length) ? key : null;
}

const algorithm = (key: Buffer) => `aes-${key.length * 8}-cbc`;

/** The bytes of an encrypted content, which is written as hexadecimal digits; null if it is not whole blocks. */
export function decrypt(key: Buffer, digits: string): Buffer | null {
  if (!/^(?:[0-9a-f]{32})+$/i.test(digits)) return null;
  const decipher = createDecipheriv(algorithm(key), key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(digits, 'hex'), decipher.final()]);
}

/** Characters of the pad: none of those that separate parts of a message. */
const padCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const padding = (length: number): string =>
  Array.from({ length }, () => padCharacters[randomInt(padCharacters.length)]).join('');

/** Encrypts a content behind a pad that fills its blocks; `content` begins with `|`. */
export function encrypt(key: Buffer, content: Buffer): string {
  const pad = padding(blockBytes - (content.length % blockBytes));
  const cipher = createCipheriv(algorithm(key), key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.concat([Buffer.from(pad), content])), cipher.final()])
    .toString('hex')
    .toUpperCase();
}
