import { serve } from '#platform/server/serve.ts';
import { defcon } from '../app.ts';
import { startSia } from './dc09/index.ts';
import { siaHandlers } from './dc09/unknown-accounts.ts';
import './tables.ts';

export const defconServer = serve(defcon, { sia: siaHandlers }, { start: (kit) => startSia(kit) });
