import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { sizes } from '../../theme.ts';

type Props = {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  /** For what has columns of its own. */
  wide?: boolean;
  /** What was entered is not lost by a click beside the panel. */
  keepOpen?: boolean;
};

/** Work beside a page: a form, a quick look. The whole width on phones. */
export function SidePanel({ title, onClose, children, wide, keepOpen }: Props) {
  const t = useKitText();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={wide ? sizes.widePanel : sizes.sidePanel}
      title={title}
      closeOnClickOutside={!keepOpen}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      {children}
    </Drawer>
  );
}
