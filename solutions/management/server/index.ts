import { serve } from '#platform/server/serve.ts';
import { management } from '../app.ts';

export const managementServer = serve(management, {});
