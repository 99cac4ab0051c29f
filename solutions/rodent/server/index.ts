import { serve } from '#platform/server/serve.ts';
import { rodent } from '../app.ts';

export const rodentServer = serve(rodent, {});
