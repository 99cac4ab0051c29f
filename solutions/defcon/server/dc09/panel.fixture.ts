import { createCipheriv, createDecipheriv } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { SiaTrouble } from '../../common/sia.ts';
import type { SiaMessage, SiaPanel, SiaStore } from './receiver.ts';

/** Writes frames as a panel does, without any code of the receiver. */
export type Sent = {
  token?: string;
  sequence?: string;
  receiver?: string;
  line?: string;
  account?: string;
  /** Between the brackets. */
  data?: string;
  extended?: string;
  /** In ms since 1970; null: the panel sends no time. */
  time?: number | null;
  key?: Buffer;
  pad?: string;
  binary?: boolean;
};

/** CRC-16/ARC, bit by bit. */
export function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >> 1) ^ 0xa001 : sum >> 1;
  }
  return sum;
}

export function timeText(time: number): string {
  const [date = '', clock = ''] = new Date(time).toISOString().split('T');
  const [year, month, day] = date.split('-');
  return `_${clock.slice(0, 8)},${month}-${day}-${year}`;
}

export function framed(
  message: Buffer,
  { binary = false, sum = checksum(message), length = message.length } = {},
): Buffer {
  const written = binary ? Buffer.from([sum >> 8, sum & 255]) : Buffer.from(sum.toString(16).padStart(4, '0'));
  return Buffer.concat([
    Buffer.from('\n'),
    written,
    Buffer.from(`0${length.toString(16).padStart(3, '0')}`),
    message,
    Buffer.from('\r'),
  ]);
}

const iv = Buffer.alloc(16);
export function encrypted(key: Buffer, text: string): string {
  const cipher = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(text, 'latin1'), cipher.final()])
    .toString('hex')
    .toUpperCase();
}
export function decrypted(key: Buffer, digits: string): string {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(digits, 'hex'), cipher.final()]).toString('latin1');
}

export function messageOf(sent: Sent): Buffer {
  const { token = 'SIA-DCS', sequence = '0001', receiver = '', line = 'L0', account = '#1234' } = sent;
  const { data = `${account}|Nri1/BA3`, extended = '', time = null, key, pad = 'p' } = sent;
  const content = `${data}]${extended}${time === null ? '' : timeText(time)}`;
  const head = `"${key ? '*' : ''}${token}"${sequence}${receiver}${line}${account}[`;
  if (!key) return Buffer.from(head + content, 'latin1');
  const inner = `|${content}`;
  return Buffer.from(head + encrypted(key, pad.repeat(16 - (inner.length % 16)) + inner), 'latin1');
}

export const frameOf = (sent: Sent): Buffer => framed(messageOf(sent), { binary: sent.binary ?? false });

/** Splits what the receiver has written into frames, and checks each. */
export function repliesIn(bytes: Buffer): string[] {
  const replies: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== 10) throw new Error(`a reply begins with ${bytes[at]}`);
    const isBinary = bytes[at + 7] === 34;
    const begin = at + (isBinary ? 7 : 9);
    const length = Number.parseInt(bytes.toString('latin1', begin - 3, begin), 16);
    const message = bytes.subarray(begin, begin + length);
    const sum = isBinary ? bytes.readUInt16BE(at + 1) : Number.parseInt(bytes.toString('latin1', at + 1, at + 5), 16);
    if (sum !== checksum(message) || bytes[begin + length] !== 13) throw new Error('a reply has a wrong frame');
    replies.push(message.toString('latin1'));
    at = begin + length + 1;
  }
  return replies;
}

export const panelWith = (more: Partial<SiaPanel> = {}): SiaPanel => ({
  deviceId: 1,
  companyId: 1,
  account: '1234',
  encryption: 'optional',
  key: null,
  clock: 'utc',
  refusesPlainTime: false,
  ...more,
});

/** A store in memory, which notes what it receives. */
export class NotedStore implements SiaStore {
  readonly taken: SiaMessage[] = [];
  readonly troubles: SiaTrouble[] = [];
  readonly refused: string[] = [];
  readonly strangers: string[] = [];
  broken = false;
  private readonly panels: Map<string, SiaPanel>;

  constructor(...panels: SiaPanel[]) {
    this.panels = new Map(panels.map((panel) => [panel.account, panel]));
  }
  async panelOf(account: string) {
    return this.panels.get(account) ?? null;
  }
  async take(_panel: SiaPanel, message: SiaMessage): Promise<'stored' | 'known'> {
    if (this.broken) throw new Error('the database is away');
    this.taken.push(message);
    return 'stored';
  }
  async trouble(_panel: SiaPanel, trouble: SiaTrouble) {
    this.troubles.push(trouble);
  }
  async refuse(_panel: SiaPanel, raw: string, reason: string) {
    this.refused.push(`${reason}: ${raw}`);
  }
  unknown(account: string) {
    this.strangers.push(account);
  }
}

/** A connection of a panel, with everything that the receiver has sent on it. */
export type PanelLine = {
  socket: Socket;
  send(...frames: Uint8Array[]): void;
  /** The next reply, which is a whole frame. */
  reply(): Promise<string>;
  /** Resolves when the receiver has ended the connection. */
  ended: Promise<void>;
  end(): Promise<void>;
};

export async function panelLine(port: number): Promise<PanelLine> {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  // Parts of a frame go out as they are sent.
  socket.setNoDelay(true);
  let bytes = Buffer.alloc(0);
  let received: () => void = () => undefined;
  socket.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    received();
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      received();
      resolve();
    });
  });
  return {
    socket,
    ended,
    send: (...frames) => void socket.write(Buffer.concat(frames)),
    async reply() {
      for (;;) {
        // A carriage return ends a frame, and can be one of its binary checksum before.
        const end = bytes.indexOf(13, 8);
        if (end >= 0) {
          const [reply = ''] = repliesIn(bytes.subarray(0, end + 1));
          bytes = bytes.subarray(end + 1);
          return reply;
        }
        if (socket.closed) throw new Error('the receiver has ended the connection');
        await new Promise<void>((resolve) => {
          received = resolve;
        });
      }
    },
    async end() {
      socket.destroy();
      await ended;
    },
  };
}
