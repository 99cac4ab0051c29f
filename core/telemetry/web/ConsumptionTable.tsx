import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { notify } from '#platform/web/client/notices.ts';
import { type DateFormat, useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { csvOf } from '#platform/web/ui/list/export/csv.ts';
import { download } from '#platform/web/ui/list/export/download.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { ConsumptionStep } from './consumption.ts';
import classes from './Telemetry.module.css';
import { useText } from './texts.ts';
import type { Consumption } from './use-consumption.ts';

const formats: Record<ConsumptionStep, DateFormat> = { hour: 'dateTime', day: 'date', month: 'date' };
const initialRows = 24;

/** The steps of the period, newest first, with the meter reading at the end of each. */
export function ConsumptionTable({ consumption, name }: { consumption: Consumption; name: string }) {
  const t = useText();
  const kitText = useKitText();
  const { number, date } = useFormats();
  const [showAll, setShowAll] = useState(false);
  const { bars, step, unit, decimals } = consumption;
  const rows = useMemo(() => [...bars].reverse(), [bars]);
  const headers = [t('readings.from'), t('readings.amount', { unit }), t('readings.index', { unit })];
  const exportCsv = () => {
    const lines = rows.map((bar) => [
      date(bar.at, formats[step]),
      Number(bar.amount.toFixed(decimals)),
      Number(bar.reading.toFixed(decimals)),
    ]);
    if (!download(`${name}.csv`, csvOf([headers, ...lines])))
      notify({ kind: 'negative', message: kitText('notifications.downloadDenied') });
  };
  if (rows.length === 0) return null;
  return (
    <Panel
      title={t('readings.title')}
      aside={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
          onClick={exportCsv}
        >
          {kitText('list.export')}
        </Button>
      }
    >
      <table className={classes.readings} aria-label={t('readings.title')}>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, showAll ? undefined : initialRows).map((bar) => (
            <tr key={bar.at}>
              <td>
                <Bdi>{date(bar.at, formats[step])}</Bdi>
              </td>
              <td>
                <Bdi>{number(bar.amount, decimals)}</Bdi>
              </td>
              <td>
                <Bdi>{number(bar.reading, decimals)}</Bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!showAll && rows.length > initialRows && (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setShowAll(true)}>
          {kitText('actions.showMore')}
        </Button>
      )}
    </Panel>
  );
}
