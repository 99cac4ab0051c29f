import { encrypt } from './cipher.ts';
import { type ChecksumForm, writeFrame } from './frames.ts';
import type { Envelope } from './message.ts';
import { writeTimestamp } from './times.ts';
import { encodeText } from './windows-1252.ts';

type Reply = { checksum: ChecksumForm; now: number /** Of an encrypted message. */; key?: Buffer | undefined };

/** The frame that acknowledges a message (`ACK`), or says that its content is not understood (`DUH`). */
export function writeReply(token: 'ACK' | 'DUH', to: Envelope, { checksum, now, key }: Reply): Buffer {
  const { sequence, receiver, line, account } = to;
  const begin = `"${key ? '*' : ''}${token}"${sequence}${receiver}${line}${account}[`;
  const content = key ? encrypt(key, encodeText(`|]${writeTimestamp(now)}`)) : ']';
  return writeFrame(encodeText(begin + content), checksum);
}

/** The frame that refuses the time of a message. It is never encrypted, and its time is what the panel sets its clock by. */
export function writeRefusedTime({ receiver, line }: Envelope, { checksum, now }: Omit<Reply, 'key'>): Buffer {
  const message = `"NAK"0000${receiver || 'R0'}${line || 'L0'}A0[]${writeTimestamp(now)}`;
  return writeFrame(encodeText(message), checksum);
}
