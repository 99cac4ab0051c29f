import type { ColumnLayout } from '../table/column-layout.ts';

/** A saved view: the query of its address and its column layout. */
export type SavedView = {
  id: number;
  name: string;
  query: string;
  /** Labels of the selected options, which otherwise only a search would return. */
  labels: Record<string, string>;
  layout: ColumnLayout | null;
};
export type SavedViews = { views: SavedView[]; defaultId: number | null };

export const noViews: SavedViews = { views: [], defaultId: null };
export const maxNameLength = 60;

export type NameFault = 'Required' | 'tooLong' | 'taken';

/** The error of a name; null if it is valid. */
export function nameFault({ views }: SavedViews, name: string, ownId?: number): NameFault | null {
  const text = name.trim();
  if (text === '') return 'Required';
  if (text.length > maxNameLength) return 'tooLong';
  const taken = views.some((one) => one.id !== ownId && one.name.toLowerCase() === text.toLowerCase());
  return taken ? 'taken' : null;
}

export function addView(all: SavedViews, view: Omit<SavedView, 'id'>): SavedViews {
  const id = Math.max(0, ...all.views.map((one) => one.id)) + 1;
  return { ...all, views: [...all.views, { ...view, id, name: view.name.trim() }] };
}

export const renameView = (all: SavedViews, id: number, name: string): SavedViews => ({
  ...all,
  views: all.views.map((one) => (one.id === id ? { ...one, name: name.trim() } : one)),
});

export const removeView = (all: SavedViews, id: number): SavedViews => ({
  views: all.views.filter((one) => one.id !== id),
  defaultId: all.defaultId === id ? null : all.defaultId,
});

/** Sets the default view, or unsets it if it is the default already. */
export const toggleDefault = (all: SavedViews, id: number): SavedViews => ({
  ...all,
  defaultId: all.defaultId === id ? null : id,
});

export const defaultView = ({ views, defaultId }: SavedViews): SavedView | undefined =>
  views.find((one) => one.id === defaultId);
