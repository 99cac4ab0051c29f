import type { Socket } from 'node:net';
import type { Client } from 'aedes';

/** Above this a connection is closed before its packet is in memory; up to it, too large a message is kept aside with its reason. */
export const maxPacketBytes = 2 * 1024 * 1024;

type Packet = { cmd?: string; messageId?: number };
/** mqtt-packet's parser: what it knows after the fixed header, and the packets that are complete. */
type Parser = { packet?: { length?: number }; on(event: 'packet', listener: (packet: Packet) => void): void };

const parserOf = (client: Client) => (client as unknown as { _parser: Parser })._parser;

/** Closes a connection that announces a packet no device needs to send. */
export function guardPacketSize(client: Client, socket: Socket): void {
  const parser = parserOf(client);
  socket.on('readable', () => {
    if ((parser.packet?.length ?? 0) > maxPacketBytes) socket.destroy();
  });
}

/** Hears the message ids that a device acknowledges: the broker's own event leaves them out for clean sessions. */
export const onPuback = (client: Client, heard: (messageId: number) => void): void =>
  parserOf(client).on('packet', ({ cmd, messageId }) => {
    if (cmd === 'puback' && messageId !== undefined) heard(messageId);
  });
