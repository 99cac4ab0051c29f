import type { Socket } from 'node:net';
import type { Client } from 'aedes';

/** Above this a connection is closed before its packet is in memory; up to it, too large a message is kept aside with its reason. */
export const maxPacketBytes = 2 * 1024 * 1024;

/** What mqtt-packet's parser knows after the fixed header. */
type Parser = { packet?: { length?: number } };

/** Closes a connection that announces a packet no device needs to send. */
export function guardPacketSize(client: Client, socket: Socket): void {
  const parser = (client as unknown as { _parser: Parser })._parser;
  socket.on('readable', () => {
    if ((parser.packet?.length ?? 0) > maxPacketBytes) socket.destroy();
  });
}
