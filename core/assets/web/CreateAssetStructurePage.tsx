import { CreateStructure, siteAddress } from '#core/places/web/parts.tsx';
import { structuresInAssets } from './addresses.ts';
import { useText } from './api.ts';

export function CreateAssetStructurePage() {
  const t = useText();
  return (
    <CreateStructure list={{ label: t('parentTabs.structures'), to: structuresInAssets }} addressOf={siteAddress} />
  );
}
