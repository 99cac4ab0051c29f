import { useState } from 'react';
import { exportPageSize, type ListRequest } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Leaf, Page } from '../../client/client-of.ts';
import { notify } from '../../client/notices.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { usePlainText } from './Cell.tsx';
import { type Column, valueAt } from './columns.tsx';
import { allRows, csvOf } from './csv.ts';

/** Hands a file to the browser; false when the browser refuses. */
export function download(name: string, text: string): boolean {
  try {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    // Some browsers read the address only after the click has returned.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return true;
  } catch (error) {
    console.error('The browser refused the download', error);
    return false;
  }
}

/** Exports all rows that match, as the columns show them; `progress` is null while nothing is exported. */
export function useExport(
  leaf: Leaf<AnyRoute>,
  args: Pick<Args<AnyRoute>, 'params' | 'query'>,
  columns: Column[],
  { name, namespace }: { name: string; namespace: string },
) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const plain = usePlainText(namespace);
  const [progress, setProgress] = useState<number | null>(null);

  // Spreadsheets calculate with numbers as they are, not as people read them.
  const exportValue = (column: Column, row: unknown) => {
    const value = column.text ? column.text(row) : valueAt(row, column.field);
    return typeof value === 'number' ? value : plain(column, row);
  };

  async function run(request: ListRequest): Promise<void> {
    setProgress(0);
    try {
      const pageOf = async (skip: number, limit: number) =>
        (await leaf.send({ ...args, list: { ...request, skip, limit, total: skip === 0 } })) as Page<unknown>;
      let total: number | undefined;
      const rows = await allRows(
        async (skip, limit) => {
          const page = await pageOf(skip, limit);
          total = page.totalRecords ?? total;
          return { data: page.data, totalRecords: total };
        },
        exportPageSize,
        setProgress,
      );
      const cells = (row: unknown) => columns.map((column) => exportValue(column, row));
      const head = columns.map((column) => label(`columns.${column.field}`));
      if (!download(`${name}.csv`, csvOf([head, ...rows.map(cells)])))
        notify({ kind: 'negative', message: t('notifications.downloadDenied') });
    } finally {
      setProgress(null);
    }
  }
  return { progress, run };
}
