import { setTimeout as pause } from 'node:timers/promises';
import { traccarPosition } from '../fixtures/servers.ts';
import { postTo, startVirtualServer, type Target, type VirtualServer } from './virtual-server.ts';

/** With `forward.retry.enable` it repeats a position this often, with doubling pauses. */
const tries = 10;
const firstPauseMs = 100;
const timeoutMs = 5000;

type Sent = { deviceId: number; type: string; attributes: { data: string } };

/** A Traccar that forwards positions and sends commands as text; devices of a protocol without custom commands refuse them. */
export class VirtualTraccar {
  readonly server: VirtualServer;
  readonly commands: Sent[];
  /** Whether the first answer to each position is lost on its way. */
  losesAnswers = false;
  private readonly target: Target;

  private constructor(server: VirtualServer, commands: Sent[], target: Target) {
    this.server = server;
    this.commands = commands;
    this.target = target;
  }

  static async start(target: Target, token: string, refuses: (command: Sent) => boolean): Promise<VirtualTraccar> {
    const commands: Sent[] = [];
    const server = await startVirtualServer(({ path, headers, body }) => {
      if (headers.authorization !== `Bearer ${token}`) return { status: 401 };
      if (path !== '/api/commands/send') return { status: 404 };
      const command = JSON.parse(body) as Sent;
      if (refuses(command)) return { status: 400, body: 'Command custom is not supported in protocol jt600' };
      commands.push(command);
      return { status: 200, body: command };
    });
    return new VirtualTraccar(server, commands, target);
  }

  /** Forwards a position, again until it is answered. `attributes` are those of the protocol. */
  async forward(uniqueId: string, attributes: object = {}): Promise<number | null> {
    const { position, device } = traccarPosition(new Date(Math.floor(Date.now() / 1000) * 1000).toISOString());
    const body = {
      position: { ...position, attributes: { ...position.attributes, ...attributes } },
      device: { ...device, uniqueId },
    };
    let status: number | null = null;
    for (let attempt = 0; attempt < tries && status !== 200; attempt++) {
      if (attempt > 0) await pause(firstPauseMs * 2 ** (attempt - 1));
      const answer = await postTo(this.target, body, timeoutMs);
      status = this.losesAnswers && attempt === 0 ? null : answer;
    }
    return status;
  }
}
