import { notify } from '#platform/web/client/notices.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { csvOf } from '#platform/web/ui/list/export/csv.ts';
import { download } from '#platform/web/ui/list/export/download.ts';
import type { CompareReply } from '../../common/compare.ts';
import { useText } from '../texts.ts';

/** Saves the values of all buckets as CSV, with a column for each compared item. */
export function useRankingExport({ items, buckets, decimals, unit }: CompareReply) {
  const t = useText();
  const kit = useKitText();
  const { date } = useFormats();
  const rounded = (value: number | null | undefined) => (value == null ? null : Number(value.toFixed(decimals)));
  const exportRanking = () => {
    const header = [t('compare.from'), ...items.map(({ name }) => `${name} (${unit})`)];
    const rows = buckets.map((at, n) => [date(at), ...items.map(({ values }) => rounded(values[n]))]);
    if (!download(`${t('compare.ranking')}.csv`, csvOf([header, ...rows])))
      notify({ kind: 'negative', message: kit('notifications.downloadDenied') });
  };
  return { exportRanking };
}
