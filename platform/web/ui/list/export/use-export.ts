import dayjs from 'dayjs';
import { useRef, useState } from 'react';
import { exportPageSize, type ListRequest } from '#platform/common/list.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import { dateFormats } from '#platform/common/time/time.ts';
import type { Args, Endpoint, ReplyPage } from '../../../client/client-of.ts';
import { notify } from '../../../client/notices.ts';
import { RequestError } from '../../../client/request-error.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { currentLanguage, directionOf } from '../../../i18n/i18n.ts';
import { useKitText, useLabels } from '../../../i18n/texts.ts';
import { usePlainText } from '../table/Cell.tsx';
import { type AnyRow, type Column, columnText, valueAt } from '../table/columns.tsx';
import { download } from './download.ts';
import type { SheetCell, SheetWriter } from './sheet.ts';
import type { WalkProgress } from './walk-pages.ts';

export type ExportType = SheetWriter['type'];
/** The number of concurrent requests. */
const pagesAhead = 4;

/** The title and date: people keep many exports in one folder. */
const fileName = (title: string, type: ExportType, zone: string) =>
  `${title.replaceAll(/[\\/:*?"<>|]/g, ' ')} ${dayjs().tz(zone).format(dateFormats.filter)}.${type}`;

/** Exports all matching rows with the displayed columns; `progress` is null while nothing is exported. */
export function useExport(
  endpoint: Endpoint<AnyRoute>,
  args: Pick<Args<AnyRoute>, 'params' | 'query'>,
  columns: Column<AnyRow>[],
  { namespace, title, rowKey }: { namespace: string; title: string; rowKey: string },
) {
  const t = useKitText();
  const { label } = useLabels(namespace);
  const plain = usePlainText(namespace);
  const { zone } = useFormats();
  const [progress, setProgress] = useState<WalkProgress | null>(null);
  const running = useRef<AbortController | null>(null);

  // Numbers and instants keep their types, for calculations in spreadsheets.
  const cellOf = (column: Column<AnyRow>, row: unknown): SheetCell => {
    const instant = column.instant?.(row);
    // A sheet has no time zones: it gets the company's wall-clock time.
    if (instant) return { at: dayjs(instant).tz(zone).utc(true).toDate(), text: plain(column, row) };
    const value = column.text ? column.text(row) : valueAt(row, column.field);
    return typeof value === 'number' ? value : plain(column, row);
  };

  async function write(writer: SheetWriter, request: ListRequest, signal: AbortSignal): Promise<Blob> {
    const { walkPages } = await import('./walk-pages.ts');
    writer.add([columns.map((column) => label(columnText(column)))]);
    await walkPages({
      pageOf: async (skip, limit) =>
        (await endpoint.send({
          ...args,
          signal,
          list: { ...request, skip, limit, total: skip === 0 },
        })) as ReplyPage<unknown>,
      keyOf: (row) => (row as AnyRow)[rowKey],
      countUpTo: endpoint.route.list?.countUpTo,
      pageSize: exportPageSize,
      ahead: pagesAhead,
      signal,
      onPage: (rows, next) => {
        writer.add(rows.map((row) => columns.map((column) => cellOf(column, row))));
        setProgress(next);
      },
    });
    return writer.finish();
  }

  async function run(type: ExportType, request: ListRequest): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, total: 0 });
    const writer =
      type === 'csv'
        ? (await import('./csv.ts')).csvWriter()
        : (await import('./xlsx.ts')).xlsxWriter({
            sheet: title,
            rightToLeft: directionOf(currentLanguage()) === 'rtl',
          });
    try {
      const file = await write(writer, request, controller.signal);
      if (!download(fileName(title, type, zone), file))
        notify({ kind: 'negative', message: t('notifications.downloadDenied') });
    } catch (error) {
      // A cancelled export is not a failure, and the connection has reported a failed request.
      if (!controller.signal.aborted && !(error instanceof RequestError)) throw error;
    } finally {
      controller.abort();
      writer.close();
      setProgress(null);
    }
  }
  return { progress, run, cancel: () => running.current?.abort() };
}
