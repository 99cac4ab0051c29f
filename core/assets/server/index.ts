import { holdsPlaces } from '#core/places/server/api.ts';
import { attachmentHistory } from '#platform/server/files/attachments.ts';
import { serve } from '#platform/server/serve.ts';
import { assets } from '../app.ts';
import { assetAttachmentHandlers, assetHandlers } from './assets.ts';
import { demo } from './demo.ts';
import './tables.ts';

export const assetsServer = serve(
  assets,
  { asset: assetHandlers, attachment: assetAttachmentHandlers },
  {
    demo,
    listeners: { inTransaction: holdsPlaces({ app: 'assets', what: 'asset', table: 'asset' }) },
    history: { tables: { asset_attachment: attachmentHistory } },
  },
);
