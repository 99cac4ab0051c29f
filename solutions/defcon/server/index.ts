import { serve } from '#platform/server/serve.ts';
import { defcon } from '../app.ts';

export const defconServer = serve(defcon, {});
