export type TreeRow = { id: number | null; parentId: number | null; inner: readonly number[] };
export type TreeStep =
  | { kind: 'focus'; position: number }
  | { kind: 'open' | 'close'; id: number }
  | { kind: 'choose' }
  /** The key belongs to the tree, and there is nothing to do. */
  | { kind: 'stay' };

/**
 * What a key does on a row of a tree; null for a key that is not of the tree. The arrows that open and close follow the
 * direction of writing. `isClosed`: whether what is within a row is hidden.
 */
export function stepOfKey(
  key: string,
  rows: readonly TreeRow[],
  position: number,
  { mirrored, isClosed }: { mirrored: boolean; isClosed(id: number): boolean },
): TreeStep | null {
  const row = rows[position];
  if (!row) return null;
  switch (key) {
    case 'ArrowDown':
      return { kind: 'focus', position: Math.min(position + 1, rows.length - 1) };
    case 'ArrowUp':
      return { kind: 'focus', position: Math.max(position - 1, 0) };
    case 'Home':
      return { kind: 'focus', position: 0 };
    case 'End':
      return { kind: 'focus', position: rows.length - 1 };
    case 'Enter':
    case ' ':
      return { kind: 'choose' };
    case mirrored ? 'ArrowLeft' : 'ArrowRight':
      if (row.id === null || row.inner.length === 0) return { kind: 'stay' };
      return isClosed(row.id) ? { kind: 'open', id: row.id } : { kind: 'focus', position: position + 1 };
    case mirrored ? 'ArrowRight' : 'ArrowLeft': {
      if (row.id !== null && row.inner.length > 0 && !isClosed(row.id)) return { kind: 'close', id: row.id };
      const around = rows.findIndex(({ id }) => id !== null && id === row.parentId);
      return around < 0 ? { kind: 'stay' } : { kind: 'focus', position: around };
    }
    default:
      return null;
  }
}
