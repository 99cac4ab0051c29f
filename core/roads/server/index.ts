import { serve } from '#platform/server/serve.ts';
import { roads } from '../app.ts';

export const roadsServer = serve(roads, {});
