import { serve } from '#platform/server/serve.ts';
import { assets } from '../app.ts';
import type { Asset } from '../common/asset.ts';
import { assetHandlers } from './assets.ts';
import { demo } from './demo.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    asset: Asset;
  }
}

export const assetsServer = serve(assets, { asset: assetHandlers }, { demo });
