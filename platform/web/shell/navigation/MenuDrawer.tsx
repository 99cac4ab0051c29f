import { Drawer } from '@mantine/core';
import { Suspense } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { sizes } from '../../theme.ts';
import { useBrandName } from '../layout/Brand.tsx';
import { Sidebar } from './Sidebar.tsx';

/** The sidebar as a drawer. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const t = useKitText();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={sizes.sidebar + sizes.header}
      title={useBrandName()}
      closeButtonProps={{ 'aria-label': t('shell.closeNavigation') }}
    >
      <Suspense>
        <Sidebar />
      </Suspense>
    </Drawer>
  );
}
