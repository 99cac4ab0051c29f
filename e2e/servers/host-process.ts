import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { HostCall, HostReply, HostRequest } from './host.ts';

export type Host = {
  /** Resolves when the host has done it; rejects with the host's error. */
  call(message: HostCall): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a process of `host.ts`. This process ends with an error if that one ends by itself. */
export function startHost(): Host {
  const child: ChildProcess = fork(fileURLToPath(new URL('./host.ts', import.meta.url)), { stdio: 'inherit' });
  const waiting = new Map<number, (reply: HostReply) => void>();
  let last = 0;
  const failed = (code: number | null) => {
    console.error(`A host of products exited with code ${code}.`);
    process.exit(1);
  };
  child.on('message', (reply: HostReply) => {
    waiting.get(reply.request)?.(reply);
    waiting.delete(reply.request);
  });
  child.on('exit', failed);
  return {
    async call(message) {
      const request = ++last;
      const { error } = await new Promise<HostReply>((resolve) => {
        waiting.set(request, resolve);
        child.send({ ...message, request } satisfies HostRequest);
      });
      if (error) throw new Error(error);
    },
    async stop() {
      child.off('exit', failed);
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
