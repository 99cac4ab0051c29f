import { ActionIcon, CloseButton, Menu, RingProgress, Tooltip } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useKitText } from '../../../i18n/texts.ts';
import { iconSizes } from '../../../theme.ts';
import classes from '../ListPage.module.css';
import type { ExportType } from './use-export.ts';
import type { Progress } from './walk-pages.ts';

type Props = { progress: Progress | null; onExport(type: ExportType): void; onCancel(): void };

/** All rows as a file. While it is made: which row of how many, and the way out. */
export function ExportMenu({ progress, onExport, onCancel }: Props) {
  const t = useKitText();
  const { number } = useFormats();
  const [opened, setOpened] = useState(false);
  if (progress) {
    const { done, total } = progress;
    const text = t('list.exporting', { done: number(done), total: number(total) });
    const share = total > 0 ? (done / total) * 100 : 0;
    return (
      <div className={classes.exporting}>
        <RingProgress
          size={28}
          thickness={3}
          sections={[{ value: share, color: 'brand' }]}
          role="progressbar"
          aria-label={t('list.export')}
          aria-valuenow={Math.round(share)}
          aria-valuetext={text}
        />
        <span>{text}</span>
        <CloseButton onClick={onCancel} aria-label={t('list.cancelExport')} />
      </div>
    );
  }
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tooltip label={t('list.export')} disabled={opened}>
          <ActionIcon size="lg" aria-label={t('list.export')}>
            <IconDownload size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileTypeCsv size={iconSizes.sm} aria-hidden />} onClick={() => onExport('csv')}>
          {t('list.exportAs.csv')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={iconSizes.sm} aria-hidden />}
          onClick={() => onExport('xlsx')}
        >
          {t('list.exportAs.xlsx')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
