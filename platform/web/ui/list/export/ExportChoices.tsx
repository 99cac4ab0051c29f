import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react';
import { useState } from 'react';
import { useKitText } from '../../../i18n/texts.ts';
import { iconSizes } from '../../../theme.ts';
import type { ExportType } from './use-export.ts';

/** The menu of file types; it is mounted when it opens. */
export function ExportChoices({ onExport }: { onExport(type: ExportType): void }) {
  const t = useKitText();
  const [opened, setOpened] = useState(true);
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
