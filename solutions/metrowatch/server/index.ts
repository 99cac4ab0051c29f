import { serve } from '#platform/server/serve.ts';
import { metrowatch } from '../app.ts';

export const metrowatchServer = serve(metrowatch, {});
