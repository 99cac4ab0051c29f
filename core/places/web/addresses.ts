export const structuresAddress = '/core/structures/all';
export const newStructureAddress = '/core/structures/create';
export const structureAddress = (id: number): string => `/core/structures/${id}`;
export const editStructureAddress = (id: number): string => `/core/structures/${id}/edit`;
