export { AssetsOfStructure } from './AssetsOfStructure.tsx';
export { addFloorsAddress, editAssetStructureAddress, structuresInAssets } from './addresses.ts';
