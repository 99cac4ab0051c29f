import { serve } from '#platform/server/serve.ts';
import { apiTokens } from '../app.ts';
import './tables.ts';
import { apiTokenHandlers } from './token-handlers.ts';

export const apiTokensServer = serve(
  apiTokens,
  { apiToken: apiTokenHandlers },
  { history: { tables: { api_token: { title: ['name'], refs: { structures: 'structure' } } } } },
);
