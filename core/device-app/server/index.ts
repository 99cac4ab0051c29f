import { serve } from '#platform/server/serve.ts';
import { deviceAppSlice } from '../app.ts';

export const deviceAppServer = serve(deviceAppSlice, {});
