import { serve } from '#platform/server/serve.ts';
import { gm } from '../app.ts';

export const gmServer = serve(gm, {});
