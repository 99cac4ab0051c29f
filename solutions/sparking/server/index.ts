import { serve } from '#platform/server/serve.ts';
import { sparking } from '../app.ts';

export const sparkingServer = serve(sparking, {});
