export type ViewMode = 'grid' | 'rows' | 'auto';

/** Lists with at most this many records are shown as cards. */
export const gridThreshold = 10;

/** Cards for 1 to 10 records, otherwise rows. */
export function viewOf(mode: ViewMode, total: number | undefined): 'grid' | 'rows' {
  if (mode !== 'auto') return mode;
  return total !== undefined && total > 0 && total <= gridThreshold ? 'grid' : 'rows';
}
