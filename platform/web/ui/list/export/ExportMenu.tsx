import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useKitText } from '../../../i18n/texts.ts';
import { lazyPart } from '../../../shell/failures/chunk-failure.ts';
import { iconSizes } from '../../../theme.ts';
import type { ExportType } from './use-export.ts';
import type { WalkProgress } from './walk-pages.ts';

const ExportChoices = lazyPart(() => import('./ExportChoices.tsx').then((module) => module.ExportChoices));
const ExportProgress = lazyPart(() => import('./ExportProgress.tsx').then((module) => module.ExportProgress));

type Props = { progress: WalkProgress | null; onExport(type: ExportType): void; onCancel(): void };

/** Exports all rows: a menu of file types, and the progress of a running export. */
export function ExportMenu({ progress, onExport, onCancel }: Props) {
  const t = useKitText();
  const [wanted, setWanted] = useState(false);
  if (progress)
    return (
      <Suspense>
        <ExportProgress progress={progress} onCancel={onCancel} />
      </Suspense>
    );
  const button = (
    <Tooltip label={t('list.export')}>
      <ActionIcon size="lg" aria-label={t('list.export')} aria-haspopup="menu" onClick={() => setWanted(true)}>
        <IconDownload size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ExportChoices
        onExport={(type) => {
          setWanted(false);
          onExport(type);
        }}
      />
    </Suspense>
  );
}
