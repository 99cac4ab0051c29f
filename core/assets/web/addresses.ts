const parents = ['structures', 'assets', 'areas'] as const;
export type ParentTab = (typeof parents)[number];
export const parentTabs: readonly ParentTab[] = parents;
/** The child tab of all records. */
export const allChildren = 'all';

export const tabsAddress = (parent: ParentTab, child: string = allChildren): string =>
  `/core/assets-v2/list/${parent}-${encodeURIComponent(child)}`;

/** Reads the last part of such an address. An unknown parent becomes `structures`. */
export function readTabs(text: string): { parent: ParentTab; child: string } {
  const at = text.indexOf('-');
  const parent = parents.find((parent) => parent === text.slice(0, at)) ?? 'structures';
  return { parent, child: at < 0 ? allChildren : text.slice(at + 1) || allChildren };
}

export const structuresInAssets = tabsAddress('structures');
export const newAssetStructureAddress = '/core/assets/structure/create';
export const editAssetStructureAddress = (id: number): string => `/core/assets/structure/${id}/edit`;
export const addFloorsAddress = (id: number): string => `/core/assets/structure/${id}/add-floors`;
