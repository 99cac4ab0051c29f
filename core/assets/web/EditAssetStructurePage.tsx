import { EditStructure, siteAddress } from '#core/places/web/parts.tsx';
import { structuresInAssets } from './addresses.ts';
import { useText } from './api.ts';

export function EditAssetStructurePage() {
  const t = useText();
  return <EditStructure list={{ label: t('parentTabs.structures'), to: structuresInAssets }} addressOf={siteAddress} />;
}
