import { type ReactNode, useState } from 'react';
import { RequestError } from '#platform/web/client/request-error.ts';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';

const ProofDialog = lazyPart(() => import('./ProofDialog.tsx').then((module) => module.ProofDialog));

type Wanted = { by: 'code' | 'password'; proved(): void; cancelled(): void };
export type Proof = {
  /** Does what may need a proof of who the person is, and does it again after they have given it; null if they cancel. */
  with<T>(work: () => Promise<T>): Promise<T | null>;
  /** The question, to be shown by the component. */
  dialog: ReactNode;
};

const wantsCode = ({ detail }: RequestError): boolean =>
  typeof detail === 'object' && detail !== null && 'by' in detail && detail.by === 'code';

/** For calls that the server refuses until the person has proved who they are. */
export function useProof(): Proof {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const ask = (by: Wanted['by']) =>
    new Promise<boolean>((resolve) => setWanted({ by, proved: () => resolve(true), cancelled: () => resolve(false) }));
  return {
    async with(work) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RequestError) || error.word !== 'proof-needed') throw error;
        const isProved = await ask(wantsCode(error) ? 'code' : 'password');
        setWanted(null);
        return isProved ? work() : null;
      }
    },
    dialog: wanted && <ProofDialog by={wanted.by} onProved={wanted.proved} onCancel={wanted.cancelled} />,
  };
}
