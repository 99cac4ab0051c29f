import { moveCommand, waitingCommands } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { DeviceClient } from './device-connections.ts';
import { requestTopic } from './topics.ts';

/** What stands behind one connection: commands that were written to it, by the MQTT message id until its PUBACK. */
type Sent = { commands: Set<number>; awaiting: Map<number, number>; lastMessageId: number; work: Promise<void> };

const maxMessageId = 65_535;

/**
 * Brings commands to devices. The broker forgets which message a PUBACK is about when a session is clean, so the message
 * ids are given and remembered here.
 */
export class CommandDelivery {
  private readonly sent = new WeakMap<DeviceClient, Sent>();
  /** The payloads that this gateway wrote itself, and their commands. */
  private readonly commandOf = new WeakMap<Buffer, number>();
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
  }

  /** Whether the packet is one of ours on its way to this connection; gives it its message id. */
  stamp(client: DeviceClient, packet: { payload: unknown; messageId?: number | undefined }): boolean {
    const command = this.commandOf.get(packet.payload as Buffer);
    if (command === undefined) return false;
    const state = this.of(client);
    do state.lastMessageId = (state.lastMessageId % maxMessageId) + 1;
    while (state.awaiting.has(state.lastMessageId));
    packet.messageId = state.lastMessageId;
    state.awaiting.set(state.lastMessageId, command);
    return true;
  }

  /** Notes a PUBACK of the device. */
  async acknowledged(client: DeviceClient, messageId: number): Promise<void> {
    const { awaiting } = this.of(client);
    const command = awaiting.get(messageId);
    if (command === undefined || client.deviceId === undefined) return;
    awaiting.delete(messageId);
    await moveCommand(this.kit, client.deviceId, command, 'delivered');
  }

  leftUnacknowledged = (client: DeviceClient): boolean => this.of(client).awaiting.size > 0;

  /**
   * Writes the commands that wait for the device to this connection. `again` takes those as well that were written to
   * another connection without a PUBACK: that one may have been dead. Their ids stay, so a device obeys each once.
   */
  send(client: DeviceClient, { again }: { again: boolean }): Promise<void> {
    const state = this.of(client);
    // One after the other: what was written to a connection is not written to it twice.
    const done = state.work.then(() => this.write(client, state, again));
    state.work = done.catch(() => undefined);
    return done;
  }

  private async write(client: DeviceClient, state: Sent, again: boolean): Promise<void> {
    const id = client.deviceId;
    if (id === undefined || !client.listensForCommands) return;
    for (const command of await waitingCommands(this.kit, id, again ? ['queued', 'sent'] : ['queued'])) {
      if (client.closed || state.commands.has(command.id)) continue;
      if (command.state === 'queued' && !(await moveCommand(this.kit, id, command.id, 'sent'))) continue;
      state.commands.add(command.id);
      const payload = Buffer.from(JSON.stringify({ method: command.method, params: command.params }));
      this.commandOf.set(payload, command.id);
      const topic = `${requestTopic}${command.id}`;
      client.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, (error) => {
        if (error) this.kit.log.warn({ err: error, command: command.id }, 'a command could not be written');
      });
    }
  }

  private of(client: DeviceClient): Sent {
    let state = this.sent.get(client);
    if (!state) {
      state = { commands: new Set(), awaiting: new Map(), lastMessageId: 0, work: Promise.resolve() };
      this.sent.set(client, state);
    }
    return state;
  }
}
