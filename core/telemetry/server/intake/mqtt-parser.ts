import type { Socket } from 'node:net';
import type { Client } from 'aedes';

/** A larger packet closes the connection before it is in memory. A smaller one that is too large becomes a dead letter. */
export const maxPacketBytes = 2 * 1024 * 1024;

type Packet = { cmd?: string; messageId?: number };
/** The parser of mqtt-packet: the length from the fixed header, and complete packets. */
type Parser = { packet?: { length?: number }; on(event: 'packet', listener: (packet: Packet) => void): void };

const parserOf = (client: Client) => (client as unknown as { _parser: Parser })._parser;

/** Closes a connection that announces a packet above `maxPacketBytes`. */
export function guardPacketSize(client: Client, socket: Socket): void {
  const parser = parserOf(client);
  socket.on('readable', () => {
    if ((parser.packet?.length ?? 0) > maxPacketBytes) socket.destroy();
  });
}

/** Calls the listener with acknowledged message ids. The event of the broker omits them for clean sessions. */
export const onPuback = (client: Client, listener: (messageId: number) => void): void =>
  parserOf(client).on('packet', ({ cmd, messageId }) => {
    if (cmd === 'puback' && messageId !== undefined) listener(messageId);
  });
