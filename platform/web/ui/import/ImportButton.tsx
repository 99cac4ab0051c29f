import { Button } from '@mantine/core';
import { IconTableImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { useKitText } from '../../i18n/texts.ts';
import { Can } from '../../session/hooks.tsx';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import { iconSizes } from '../../theme.ts';
import { SidePanel } from '../page/SidePanel.tsx';
import type { ImportColumn } from './match-columns.ts';

const ImportSteps = lazyPart(() => import('./ImportSteps.tsx').then((module) => module.ImportSteps));

export type ImportProps = {
  /** The call of an `importRoute`. */
  of: Endpoint<AnyRoute>;
  params?: Args<AnyRoute>['params'];
  columns: readonly ImportColumn[];
  /** The text namespace of columns and values. */
  namespace: string;
};

/** Opens the import in a side panel, for people with access. */
export function ImportButton(props: ImportProps) {
  const t = useKitText();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <Can access={props.of.route.access}>
      <Button
        variant="default"
        leftSection={<IconTableImport size={iconSizes.md} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('import.title')}
      </Button>
      {opened && (
        <SidePanel title={t('import.title')} onClose={close} wide keepOpen>
          <Suspense>
            <ImportSteps {...props} onClose={close} />
          </Suspense>
        </SidePanel>
      )}
    </Can>
  );
}
