import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorMessage, notifyUnknownError } from '#platform/web/client/connection.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import type { MessageKind, TicketMessage } from '../common/ticket.ts';
import { api } from './api.ts';

/** A message that is on its way, or the reason why it could not be sent. */
export type Outgoing = {
  clientId: string;
  text: string;
  kind: MessageKind;
  files: readonly File[];
  fault: string | null;
};

/** Sends messages one after the other. A failed one stays, and is the same message when it is sent again. */
export function useOutgoing(id: number) {
  const client = useQueryClient();
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const turn = useRef(Promise.resolve());
  const change = (clientId: string, to: Partial<Outgoing>) =>
    setOutgoing((all) => all.map((one) => (one.clientId === clientId ? { ...one, ...to } : one)));
  const dismiss = (clientId: string) => setOutgoing((all) => all.filter((one) => one.clientId !== clientId));

  async function sendOne({ clientId, text, kind, files }: Outgoing): Promise<void> {
    try {
      const body = { clientId, text, kind, ...(files.length > 0 ? { files: [...files] } : {}) };
      const made = await api.message.create.send({ params: { id }, body, silent: true });
      client.setQueryData<TicketMessage[]>(
        api.message.list.key({ params: { id } }),
        (page) => page && [...page.filter(({ n }) => n !== made.n), made],
      );
      dismiss(clientId);
      // A message may have changed the state of the ticket.
      refetchQueries(client, api.ticket.get.keyPrefix);
    } catch (error) {
      if (!(error instanceof RequestError)) notifyUnknownError(error);
      change(clientId, { fault: error instanceof RequestError ? errorMessage(error) : String(error) });
    }
  }
  const start = (message: Outgoing) => {
    turn.current = turn.current.then(() => sendOne(message));
  };
  return {
    outgoing,
    dismiss,
    send(message: Omit<Outgoing, 'clientId' | 'fault'>): void {
      const made = { ...message, clientId: crypto.randomUUID(), fault: null };
      setOutgoing((all) => [...all, made]);
      start(made);
    },
    retry(message: Outgoing): void {
      change(message.clientId, { fault: null });
      start(message);
    },
  };
}
