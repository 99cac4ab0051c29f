const parents = ['structures', 'assets', 'areas'] as const;
export type ParentTab = (typeof parents)[number];
export const parentTabs: readonly ParentTab[] = parents;
/** The child tab of everything. */
export const all = 'all';

export const tabsAddress = (parent: ParentTab, child: string = all): string =>
  `/core/assets-v2/list/${parent}-${encodeURIComponent(child)}`;

/** What the last part of such an address says; an unknown parent is the first one. */
export function readTabs(text: string): { parent: ParentTab; child: string } {
  const at = text.indexOf('-');
  const parent = parents.find((one) => one === text.slice(0, at)) ?? 'structures';
  return { parent, child: at < 0 ? all : text.slice(at + 1) || all };
}

export const structuresInAssets = tabsAddress('structures');
export const newAssetStructureAddress = '/core/assets/structure/create';
export const assetStructureAddress = (id: number): string => `/core/assets/structure/${id}`;
export const editAssetStructureAddress = (id: number): string => `/core/assets/structure/${id}/edit`;
export const addFloorsAddress = (id: number): string => `/core/assets/structure/${id}/add-floors`;
