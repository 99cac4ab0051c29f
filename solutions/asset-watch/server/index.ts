import { serve } from '#platform/server/serve.ts';
import { assetWatch } from '../app.ts';

export const assetWatchServer = serve(assetWatch, {});
