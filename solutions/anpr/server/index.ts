import { serve } from '#platform/server/serve.ts';
import { anpr } from '../app.ts';

export const anprServer = serve(anpr, {});
