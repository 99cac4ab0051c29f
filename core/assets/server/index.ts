import { attachmentHistory } from '#platform/server/files/attachments.ts';
import { serve } from '#platform/server/serve.ts';
import { assets } from '../app.ts';
import type { Asset } from '../common/asset.ts';
import { assetAttachmentHandlers, assetHandlers } from './assets.ts';
import { demo } from './demo.ts';

declare module '#platform/server/tables.ts' {
  interface Tables {
    asset: Asset;
  }
}

export const assetsServer = serve(
  assets,
  { asset: assetHandlers, attachment: assetAttachmentHandlers },
  { demo, history: { tables: { asset_attachment: attachmentHistory } } },
);
