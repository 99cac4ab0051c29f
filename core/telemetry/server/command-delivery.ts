import { advanceCommand, waitingCommands } from '#core/commands/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { DeviceClient } from './intake/device-connections.ts';
import { requestTopic } from './intake/topics.ts';

/** The state of a connection: the commands written to it, and those without a PUBACK by MQTT message id. */
type ConnectionState = {
  commands: Set<number>;
  unacknowledged: Map<number, number>;
  lastMessageId: number;
  work: Promise<void>;
};

const maxMessageId = 65_535;

/**
 * Sends commands to devices. The broker does not match PUBACKs with messages in clean sessions, so message ids are
 * assigned and stored here.
 */
export class CommandDelivery {
  private readonly connections = new WeakMap<DeviceClient, ConnectionState>();
  /** The command ids of the payloads that this gateway has written. */
  private readonly commandByPayload = new WeakMap<Buffer, number>();
  private readonly kit: Kit;

  constructor(kit: Kit) {
    this.kit = kit;
  }

  /** Assigns a message id to a command packet. Returns false for packets of other publishers. */
  assignMessageId(client: DeviceClient, packet: { payload: unknown; messageId?: number | undefined }): boolean {
    const command = this.commandByPayload.get(packet.payload as Buffer);
    if (command === undefined) return false;
    const state = this.stateOf(client);
    do state.lastMessageId = (state.lastMessageId % maxMessageId) + 1;
    while (state.unacknowledged.has(state.lastMessageId));
    packet.messageId = state.lastMessageId;
    state.unacknowledged.set(state.lastMessageId, command);
    return true;
  }

  /** Marks the acknowledged command as delivered. */
  async handlePuback(client: DeviceClient, messageId: number): Promise<void> {
    const { unacknowledged } = this.stateOf(client);
    const command = unacknowledged.get(messageId);
    if (command === undefined || client.deviceId === undefined) return;
    unacknowledged.delete(messageId);
    await advanceCommand(this.kit, client.deviceId, command, 'delivered');
  }

  hasUnacknowledged = (client: DeviceClient): boolean => this.stateOf(client).unacknowledged.size > 0;

  /**
   * Writes the queued commands of the device to this connection. `resend` includes those that were written to another
   * connection without a PUBACK, which may have been dead. Ids do not change, so that a device executes each only once.
   */
  send(client: DeviceClient, { resend }: { resend: boolean }): Promise<void> {
    const state = this.stateOf(client);
    // Serialized, so that no command is written to a connection twice.
    const sending = state.work.then(() => this.write(client, state, resend));
    state.work = sending.catch(() => undefined);
    return sending;
  }

  private async write(client: DeviceClient, state: ConnectionState, resend: boolean): Promise<void> {
    const id = client.deviceId;
    if (id === undefined || !client.subscribesCommands) return;
    for (const command of await waitingCommands(this.kit, id, resend ? ['queued', 'sent'] : ['queued'])) {
      if (client.closed || state.commands.has(command.id)) continue;
      if (command.state === 'queued' && !(await advanceCommand(this.kit, id, command.id, 'sent'))) continue;
      state.commands.add(command.id);
      const payload = Buffer.from(JSON.stringify({ method: command.method, params: command.params }));
      this.commandByPayload.set(payload, command.id);
      const topic = `${requestTopic}${command.id}`;
      client.publish({ cmd: 'publish', topic, payload, qos: 1, retain: false, dup: false }, (error) => {
        if (error) this.kit.log.warn({ err: error, command: command.id }, 'a command could not be written');
      });
    }
  }

  private stateOf(client: DeviceClient): ConnectionState {
    let state = this.connections.get(client);
    if (!state) {
      state = { commands: new Set(), unacknowledged: new Map(), lastMessageId: 0, work: Promise.resolve() };
      this.connections.set(client, state);
    }
    return state;
  }
}
