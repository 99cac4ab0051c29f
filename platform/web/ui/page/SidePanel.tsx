import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { usePhone } from '../../shell/layout/phone.ts';
import { sizes } from '../../theme.ts';

type Props = {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  /** For content with columns. */
  wide?: boolean;
  /** Does not close on a click outside, so that input is not lost. */
  keepOpen?: boolean;
  /** On phones a sheet at the bottom of the page. */
  sheet?: boolean;
};

/** Gives the focus back to what opened the panel, unless the page has moved it elsewhere. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** A panel at the side of a page, for instance with a form. Full width on phones. */
export function SidePanel({ title, onClose, children, wide, keepOpen, sheet }: Props) {
  const t = useKitText();
  const asSheet = usePhone() && sheet;
  useFocusReturn();
  return (
    <Drawer
      opened
      onClose={onClose}
      position={asSheet ? 'bottom' : 'right'}
      size={asSheet ? '85%' : wide ? sizes.widePanel : sizes.sidePanel}
      title={title}
      closeOnClickOutside={!keepOpen}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      {children}
    </Drawer>
  );
}
