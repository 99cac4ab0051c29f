import { serve } from '#platform/server/serve.ts';
import { urbanAi } from '../app.ts';

export const urbanAiServer = serve(urbanAi, {});
