import { connect, type Socket } from 'node:net';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { FrameReader, writeFrame } from '../dc09/protocol/frames.ts';
import { panelMessage } from '../dc09/protocol/panel-message.ts';

type Options = {
  port: number;
  account: string;
  key: Buffer | undefined;
  /** How far its clock is ahead, in ms. */
  clock: number;
  /** What it reports from time to time, one after the other. */
  story: readonly string[];
  /** A factor of its pauses. */
  slower: number;
  nth: number;
};

const answerMs = 5000;
const storyEveryMs = 45 * minuteMs;
/** Between two parts of a story. */
const partMs = 20_000;

/** A panel of the demo that reports over SIA DC-09: it lives once a minute, and says a message again until it is acknowledged. */
export class VirtualSiaPanel {
  private readonly options: Options;
  private socket: Socket | null = null;
  private number = 1 + Math.floor(Math.random() * 9000);
  /** What waits for its answer, and since when. */
  private waiting: { bytes: Buffer; since: number } | null = null;
  private livesAt: number;
  private storyAt: number;
  private part = 0;

  constructor(options: Options) {
    this.options = options;
    const { nth, slower } = options;
    this.livesAt = Date.now() + nth * 1000;
    this.storyAt = Date.now() + (15 + nth * 4) * minuteMs * slower;
  }

  /** Reports what is due. Called every second with the time in milliseconds. */
  tick(now: number): void {
    if (!this.socket) {
      this.open();
      return;
    }
    if (this.waiting) {
      if (now - this.waiting.since > answerMs) this.again(now);
      return;
    }
    const { story, slower } = this.options;
    const said = story[this.part];
    if (said !== undefined && now >= this.storyAt) {
      this.part = (this.part + 1) % story.length;
      this.storyAt = now + (this.part === 0 ? storyEveryMs * slower : partMs);
      this.say(said, now);
    } else if (now >= this.livesAt) {
      this.livesAt = now + minuteMs * slower;
      this.say('NULL', now);
    }
  }

  end(): void {
    this.socket?.destroy();
  }

  private open(): void {
    const { port } = this.options;
    const reader = new FrameReader();
    const socket = connect({ host: '127.0.0.1', port });
    this.socket = socket;
    socket.on('data', (bytes: Buffer) => {
      for (const frame of reader.read(bytes)) if ('message' in frame) this.waiting = null;
    });
    // It connects again with the next tick, like a panel whose line was cut.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.socket = null;
    });
  }

  private say(data: string, now: number): void {
    const { account, key, clock } = this.options;
    const number = this.number++ % 10_000;
    const message = panelMessage({ account, key, data, number, now: now + clock });
    this.waiting = { bytes: writeFrame(message, 'hex'), since: now };
    this.socket?.write(this.waiting.bytes);
  }

  private again(now: number): void {
    if (!this.waiting) return;
    this.waiting.since = now;
    this.socket?.write(this.waiting.bytes);
  }
}
