import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { screens } from '../app.ts';
import { pairingHandlers } from './pairings.ts';
import { screenHandlers } from './screen-handlers.ts';

export const screensServer = serve(
  screens,
  { screen: screenHandlers, pairing: pairingHandlers },
  { history: { tables: { screen: { title: ['name'], about: ['structureId'], silent: ['seenAt'] } } } },
);
