import type { Socket } from 'node:net';

type Limits = { connections: number; perAddress: number; perPanel: number };
type Known = { address: string; device?: number; busy: boolean };

/** The open connections of panels, and the limits on them. */
export class PanelConnections {
  private readonly all = new Map<Socket, Known>();
  private readonly byAddress = new Map<string, number>();
  private readonly byDevice = new Map<number, Set<Socket>>();
  private readonly limits: Limits;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  get count(): number {
    return this.all.size;
  }

  /** Adds a connection, unless it is beyond a limit, which is then returned. */
  add(socket: Socket): 'all' | 'address' | null {
    const address = socket.remoteAddress ?? '';
    const before = this.byAddress.get(address) ?? 0;
    if (this.all.size >= this.limits.connections) return 'all';
    if (before >= this.limits.perAddress) return 'address';
    this.all.set(socket, { address, busy: false });
    this.byAddress.set(address, before + 1);
    return null;
  }

  remove(socket: Socket): void {
    const known = this.all.get(socket);
    if (!known) return;
    this.all.delete(socket);
    const rest = (this.byAddress.get(known.address) ?? 1) - 1;
    if (rest > 0) this.byAddress.set(known.address, rest);
    else this.byAddress.delete(known.address);
    this.leave(socket, known);
  }

  /** Notes whose connection it is. One too many of a panel ends the oldest: panels do not always end theirs. */
  belongs(socket: Socket, device: number): void {
    const known = this.all.get(socket);
    if (!known || known.device === device) return;
    this.leave(socket, known);
    known.device = device;
    const ofDevice = this.byDevice.get(device) ?? new Set();
    this.byDevice.set(device, ofDevice.add(socket));
    const [oldest] = ofDevice;
    if (ofDevice.size > this.limits.perPanel && oldest) {
      this.leave(oldest, this.all.get(oldest));
      oldest.destroy();
    }
  }

  /** Notes that a message is being worked on. */
  busy(socket: Socket, busy: boolean): void {
    const known = this.all.get(socket);
    if (known) known.busy = busy;
  }

  closeIdle(): void {
    for (const [socket, { busy }] of this.all) if (!busy) socket.destroy();
  }

  private leave(socket: Socket, known: Known | undefined): void {
    if (known?.device === undefined) return;
    const ofDevice = this.byDevice.get(known.device);
    ofDevice?.delete(socket);
    if (ofDevice?.size === 0) this.byDevice.delete(known.device);
    delete known.device;
  }
}
