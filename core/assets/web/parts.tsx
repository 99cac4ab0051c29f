export { AssetSelect } from './AssetSelect.tsx';
export { AssetsOfStructure } from './AssetsOfStructure.tsx';
export { addFloorsAddress, editAssetStructureAddress, structuresInAssets } from './addresses.ts';
