import { crc16 } from 'crc';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const zero = 0x30;
const quote = 0x22;
/** The longest message, from its first quote on. */
export const maxMessageBytes = 4096;

/** How the checksum of a frame was written: replies are written likewise. */
export type ChecksumForm = 'hex' | 'binary';

/** A frame with a right checksum, or why there is none. */
export type Frame =
  | { message: Buffer; checksum: ChecksumForm }
  | { wrong: 'checksum' | 'length' | 'header' | 'too-long' };

const isHex = (byte: number | undefined) =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66));
const hexAt = (bytes: Buffer, from: number, count: number): number | null => {
  for (let at = from; at < from + count; at++) if (!isHex(bytes[at])) return null;
  return Number.parseInt(bytes.toString('latin1', from, from + count), 16);
};

type Header = { checksum: ChecksumForm; sum: number; length: number; begin: number };
const headerBytes = 9;

/** The checksum and the length before the first quote; null if these bytes are neither form of them. */
function headerAt(bytes: Buffer, at: number): Header | null {
  for (const [checksum, width] of [
    ['binary', 2],
    ['hex', 4],
  ] as const) {
    const length =
      bytes[at + width] === zero && bytes[at + width + 4] === quote ? hexAt(bytes, at + width + 1, 3) : null;
    const sum = length === null ? null : checksum === 'hex' ? hexAt(bytes, at, 4) : bytes.readUInt16BE(at);
    if (length !== null && sum !== null) return { checksum, sum, length, begin: at + width + 4 };
  }
  return null;
}

/**
 * Reads the frames of a connection from its bytes, however these are split: `LF checksum 0LLL "…" CR`. What stands between
 * frames is skipped, such as the NUL that some panels send after each.
 */
export class FrameReader {
  private rest: Buffer = Buffer.alloc(0);

  /** Takes further bytes. Returns the frames that are complete. */
  read(bytes: Uint8Array): Frame[] {
    this.rest = this.rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.rest, bytes]);
    const frames: Frame[] = [];
    for (;;) {
      const begin = this.rest.indexOf(lineFeed);
      if (begin < 0) {
        this.rest = Buffer.alloc(0);
        return frames;
      }
      const frame = this.next(begin + 1);
      if (frame === null) {
        this.rest = this.rest.subarray(begin);
        return frames;
      }
      if (frame !== 'skipped') frames.push(frame);
    }
  }

  /** The frame whose header begins here; null while it is incomplete. */
  private next(at: number): Frame | 'skipped' | null {
    const { rest } = this;
    if (rest.length < at + headerBytes) return null;
    const header = headerAt(rest, at);
    const begin = header?.begin ?? at;
    const ends = [carriageReturn, lineFeed].map((byte) => rest.indexOf(byte, begin)).filter((found) => found >= 0);
    const end = Math.min(...ends) - begin;
    if (ends.length === 0) {
      if (rest.length - begin <= maxMessageBytes) return null;
      this.rest = Buffer.alloc(0);
      return { wrong: 'too-long' };
    }
    const isEnded = rest[begin + end] === carriageReturn;
    this.rest = rest.subarray(begin + end + (isEnded ? 1 : 0));
    if (end > maxMessageBytes) return { wrong: 'too-long' };
    // A line feed begins another frame: without a header there was none before it.
    if (!header) return isEnded ? { wrong: 'header' } : 'skipped';
    if (!isEnded || end !== header.length) return { wrong: 'length' };
    const message = Buffer.from(rest.subarray(begin, begin + end));
    return crc16(message) === header.sum ? { message, checksum: header.checksum } : { wrong: 'checksum' };
  }
}

/** The bytes of a frame with this message. */
export function writeFrame(message: Buffer, checksum: ChecksumForm): Buffer {
  const sum = crc16(message);
  const length = `0${message.length.toString(16).toUpperCase().padStart(3, '0')}`;
  const written =
    checksum === 'hex'
      ? Buffer.from(sum.toString(16).toUpperCase().padStart(4, '0'))
      : Buffer.from([sum >> 8, sum & 0xff]);
  return Buffer.concat([Buffer.of(lineFeed), written, Buffer.from(length), message, Buffer.of(carriageReturn)]);
}
