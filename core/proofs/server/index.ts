import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { proofs } from '../app.ts';

export const proofsServer = serve(
  proofs,
  {},
  {
    history: {
      tables: {
        proof: {
          silent: ['clientId', 'fileId', 'userId', 'impersonatedBy'],
          text: { section: 'values.proofKind', keys: ({ kind }) => [kind] },
        },
      },
    },
  },
);
