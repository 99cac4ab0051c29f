import { serve } from '#platform/server/serve.ts';
import { fleet } from '../app.ts';

export const fleetServer = serve(fleet, {});
