import { useEffect, useState } from 'react';
import { useMe } from '../../../session/hooks.tsx';
import type { AnyRow } from '../table/columns.tsx';
import type { Selection } from '../table/DataTable.tsx';

/** The selected rows of a list over all pages. Another list or customer clears them. */
export function useSelection(tableKey: string, shown: readonly AnyRow[], rowKey: string) {
  const { actingFor } = useMe().session;
  const [selection, setSelection] = useState<Selection>({});
  const [picked, setPicked] = useState<Record<string, AnyRow>>({});
  const keyOf = (row: AnyRow) => String(row[rowKey]);
  const select = (next: Selection) => {
    const rowsByKey = { ...picked, ...Object.fromEntries(shown.map((row) => [keyOf(row), row])) };
    setPicked(Object.fromEntries(Object.keys(next).map((id) => [id, rowsByKey[id]])));
    setSelection(next);
  };
  const clear = () => {
    setSelection({});
    setPicked({});
  };
  // Rows of one customer must not be acted on for another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other list or customer
  useEffect(clear, [actingFor, tableKey]);
  return {
    selection,
    select,
    clear,
    rows: Object.values(picked),
    count: Object.keys(selection).length,
    /** Removes deleted rows from the selection. */
    drop(removed: readonly AnyRow[]): void {
      const ids = new Set(removed.map(keyOf));
      select(Object.fromEntries(Object.entries(selection).filter(([id]) => !ids.has(id))));
    },
  };
}
