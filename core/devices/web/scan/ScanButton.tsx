import { ActionIcon, Modal, Skeleton, Tooltip } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { serialIn } from '../../common/serial.ts';
import { useText } from '../texts.ts';

const Scanner = lazyPart(() => import('./Scanner.tsx').then((module) => module.Scanner));

/** A button that reads the serial number of a label with the camera. */
export function ScanButton({ onSerial }: { onSerial(serial: string, label: string): void }) {
  const t = useText();
  const kit = useKitText();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Tooltip label={t('scan.title')}>
        <ActionIcon size="lg" aria-label={t('scan.title')} onClick={() => setOpened(true)}>
          <IconScan size={iconSizes.md} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={opened}
        onClose={close}
        title={t('scan.title')}
        closeButtonProps={{ 'aria-label': kit('actions.close') }}
      >
        <Suspense fallback={<Skeleton h={sizes.chart} />}>
          <Scanner
            onFound={(label) => {
              onSerial(serialIn(label) ?? label, label);
              close();
            }}
          />
        </Suspense>
      </Modal>
    </>
  );
}
