import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { attachmentRoutes } from '#platform/common/attachment.ts';
import type { Endpoint, SendArgs } from '../../client/client-of.ts';
import { errorMessage, notifyUnknownError } from '../../client/connection.ts';
import { RequestError } from '../../client/request-error.ts';

type Routes = ReturnType<typeof attachmentRoutes<string>>;
export type AttachmentCalls = { [Name in keyof Routes]: Endpoint<Routes[Name]> };

/** An upload: its progress from 0 to 1, or the error. */
export type Sending = { key: number; name: string; part: number; fault?: string };

/** Uploads files one after the other; failed ones stay until they are dismissed. */
export function useSending(of: AttachmentCalls, params: Record<string, number>) {
  const client = useQueryClient();
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const turn = useRef(Promise.resolve());
  const nextKey = useRef(0);
  const change = (key: number, to: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const dismiss = (key: number) => setSending((all) => all.filter((one) => one.key !== key));

  async function sendOne(key: number, file: File): Promise<void> {
    try {
      const onProgress = (part: number) => change(key, { part });
      await of.add.send({ params, body: { file }, silent: true, onProgress } as SendArgs<Routes['add']>);
      await client.invalidateQueries({ queryKey: of.list.keyPrefix });
      dismiss(key);
    } catch (error) {
      if (!(error instanceof RequestError)) notifyUnknownError(error);
      change(key, { fault: error instanceof RequestError ? errorMessage(error) : String(error) });
    }
  }
  return {
    sending,
    dismiss,
    send: (file: File) => {
      nextKey.current += 1;
      const key = nextKey.current;
      setSending((all) => [...all, { key, name: file.name, part: 0 }]);
      turn.current = turn.current.then(() => sendOne(key, file));
    },
  };
}
