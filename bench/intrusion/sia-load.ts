import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FrameReader, writeFrame } from '#solutions/defcon/server/dc09/protocol/frames.ts';
import { panelMessage } from '#solutions/defcon/server/dc09/protocol/panel-message.ts';
import { percentile } from '../load-process.ts';

export type BenchPanel = { account: string; key: string | null };
/** `perSecond`: of all panels together; 0: each panel reports again as soon as it was acknowledged. */
export type SiaJob = { port: number; panels: readonly BenchPanel[]; seconds: number; perSecond: number; from: number };
export type SiaResult = { acknowledged: number; seconds: number; p99Ms: number; sockets: number };

/** Runs the load in a process of its own, as many panels are not the receiver's work. */
export async function startSiaLoad(job: SiaJob): Promise<SiaResult> {
  const child = fork(fileURLToPath(import.meta.url), ['run'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send(job);
  const [result] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the load ended'))),
  ])) as [SiaResult];
  child.disconnect();
  return result;
}

const zones = 40;

class Panel {
  private readonly reader = new FrameReader();
  private readonly socket: Socket;
  private readonly panel: BenchPanel;
  private readonly key: Buffer | undefined;
  private number: number;
  private answered: () => void = () => undefined;

  private constructor(socket: Socket, panel: BenchPanel, from: number) {
    this.socket = socket;
    this.panel = panel;
    this.number = from;
    this.key = panel.key === null ? undefined : Buffer.from(panel.key, 'hex');
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => {
      for (const frame of this.reader.read(bytes)) if ('message' in frame) this.answered();
    });
  }

  static async open(port: number, panel: BenchPanel, from: number): Promise<Panel> {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    return new Panel(socket, panel, from);
  }

  /** Reports a restore of a zone, which every receiver stores and none rings for. Resolves with the ms until the answer. */
  async report(): Promise<number> {
    const answer = new Promise<void>((resolve) => {
      this.answered = resolve;
    });
    const n = this.number++;
    const message = panelMessage({
      ...{ account: this.panel.account, key: this.key, number: n % 10_000, now: Date.now() },
      data: `Nri1/BR${(n % zones) + 1}^n${n}^`,
    });
    const startedAt = performance.now();
    this.socket.write(writeFrame(message, 'hex'));
    await answer;
    return performance.now() - startedAt;
  }

  end(): void {
    this.socket.destroy();
  }
}

async function run({ port, panels, seconds, perSecond, from }: SiaJob): Promise<SiaResult> {
  const open: Panel[] = [];
  // The receiver takes connections in turn; all at once would only fill its backlog.
  for (let at = 0; at < panels.length; at += 50)
    open.push(...(await Promise.all(panels.slice(at, at + 50).map((panel) => Panel.open(port, panel, from)))));
  const ms: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const everyMs = perSecond > 0 ? (1000 * panels.length) / perSecond : 0;
  await Promise.all(
    open.map(async (panel, n) => {
      let next = startedAt + (everyMs * n) / panels.length;
      while (performance.now() < until) {
        if (everyMs > 0) {
          await pause(Math.max(0, next - performance.now()));
          next += everyMs;
          if (performance.now() >= until) break;
        }
        ms.push(await panel.report());
      }
    }),
  );
  const took = (performance.now() - startedAt) / 1000;
  for (const panel of open) panel.end();
  return { acknowledged: ms.length, seconds: took, p99Ms: percentile(ms, 0.99), sockets: open.length };
}

if (process.argv[2] === 'run') {
  const [job] = (await once(process, 'message')) as [SiaJob];
  process.send?.(await run(job));
}
