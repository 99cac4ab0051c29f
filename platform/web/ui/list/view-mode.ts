export type ViewMode = 'grid' | 'rows' | 'auto';

/** With this many records or fewer a list shows itself as cards. Source: 1-core.md §9. */
export const gridThreshold = 10;

/** Cards for 10 or fewer records, rows for more or none. */
export function viewOf(mode: ViewMode, total: number | undefined): 'grid' | 'rows' {
  if (mode !== 'auto') return mode;
  return total !== undefined && total > 0 && total <= gridThreshold ? 'grid' : 'rows';
}
