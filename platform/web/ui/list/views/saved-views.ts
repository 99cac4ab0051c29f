import type { ColumnLayout } from '../column-layout.ts';

/** What a list shows, under a name: what its address would say, and its columns. */
export type SavedView = {
  id: number;
  name: string;
  query: string;
  /** Of chosen options that only a search could name again. */
  labels: Record<string, string>;
  layout: ColumnLayout | null;
};
export type SavedViews = { views: SavedView[]; defaultId: number | null };

export const noViews: SavedViews = { views: [], defaultId: null };
export const longestName = 60;

export type NameFault = 'Required' | 'tooLong' | 'taken';

/** Why a view cannot have this name; null when it can. */
export function nameFault({ views }: SavedViews, name: string, ownId?: number): NameFault | null {
  const text = name.trim();
  if (text === '') return 'Required';
  if (text.length > longestName) return 'tooLong';
  const taken = views.some((one) => one.id !== ownId && one.name.toLowerCase() === text.toLowerCase());
  return taken ? 'taken' : null;
}

export function withView(all: SavedViews, view: Omit<SavedView, 'id'>): SavedViews {
  const id = Math.max(0, ...all.views.map((one) => one.id)) + 1;
  return { ...all, views: [...all.views, { ...view, id, name: view.name.trim() }] };
}

export const renamed = (all: SavedViews, id: number, name: string): SavedViews => ({
  ...all,
  views: all.views.map((one) => (one.id === id ? { ...one, name: name.trim() } : one)),
});

export const without = (all: SavedViews, id: number): SavedViews => ({
  views: all.views.filter((one) => one.id !== id),
  defaultId: all.defaultId === id ? null : all.defaultId,
});

/** One view at most opens by itself; setting it again takes that back. */
export const withDefault = (all: SavedViews, id: number): SavedViews => ({
  ...all,
  defaultId: all.defaultId === id ? null : id,
});

export const defaultView = ({ views, defaultId }: SavedViews): SavedView | undefined =>
  views.find((one) => one.id === defaultId);
