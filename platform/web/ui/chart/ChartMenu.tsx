import { ActionIcon, Menu, Text } from '@mantine/core';
import {
  IconDotsVertical,
  IconMaximize,
  IconMinimize,
  IconPhoto,
  IconTable,
  IconTableExport,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { notify } from '../../client/notices.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import { csvOf } from '../list/export/csv.ts';
import { download } from '../list/export/download.ts';
import { useChartRows } from './chart-rows.ts';
import classes from './TimeChart.module.css';
import type { TimeChartProps } from './TimeChart.tsx';

type Props = Pick<TimeChartProps, 'label' | 'series' | 'unit'> & {
  /** Returns the chart as a data URL; null until it is drawn. */
  picture: RefObject<(() => string) | null>;
  table: boolean;
  onTable(shown: boolean): void;
  /** Whether the chart fills the screen. */
  full: boolean;
  onFull(): void;
};

/** The picture of a base64 data URL. The content security policy refuses to fetch such a URL. */
function pictureIn(url: string): Blob {
  const bytes = Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: 'image/png' });
}

/** The time zone of a chart, and its values as a picture, a CSV file or a table. */
export function ChartMenu({ label, series, picture, table, onTable, full, onFull }: Props) {
  const t = useKitText();
  const { zone } = useFormats();
  const rows = useChartRows(series);
  const save = (extension: string, file: Blob | null) => {
    const saved = file !== null && download(`${label}.${extension}`, file);
    if (!saved) notify({ kind: 'negative', message: t('notifications.downloadDenied') });
  };
  const savePicture = () => {
    const url = picture.current?.();
    save('png', url ? pictureIn(url) : null);
  };
  return (
    <div className={classes.menu}>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        <bdi dir="ltr">{zone}</bdi>
      </Text>
      {document.fullscreenEnabled && (
        <ActionIcon
          aria-label={t(full ? 'chart.leaveFullScreen' : 'chart.fullScreen', { chart: label })}
          onClick={onFull}
        >
          {full ? <IconMinimize size={iconSizes.sm} aria-hidden /> : <IconMaximize size={iconSizes.sm} aria-hidden />}
        </ActionIcon>
      )}
      {/* In full screen, only the chart is shown. */}
      <Menu position="bottom-end" withinPortal={!full}>
        <Menu.Target>
          <ActionIcon aria-label={t('chart.menu', { chart: label })}>
            <IconDotsVertical size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPhoto size={iconSizes.sm} aria-hidden />} onClick={savePicture}>
            {t('chart.savePicture')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTableExport size={iconSizes.sm} aria-hidden />}
            onClick={() => save('csv', csvOf(rows()))}
          >
            {t('chart.saveCsv')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTable size={iconSizes.sm} aria-hidden />} onClick={() => onTable(!table)}>
            {t(table ? 'chart.hideTable' : 'chart.showTable')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
