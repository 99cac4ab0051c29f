import { serve } from '#platform/server/serve.ts';
import { layouts } from '../app.ts';
import { layoutHandlers } from './layouts.ts';
import './tables.ts';

export const layoutsServer = serve(
  layouts,
  { layout: layoutHandlers },
  { history: { tables: { layout: { silent: ['width', 'height'] } } } },
);
