import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useKitText } from '../../../i18n/texts.ts';
import { lazyPart } from '../../../shell/failures/chunk-failure.ts';
import { iconSizes, sizes } from '../../../theme.ts';
import type { ViewsControl } from './use-saved-views.ts';

const ViewsPanel = lazyPart(() => import('./ViewsPanel.tsx').then((module) => module.ViewsPanel));

/** The menu of the saved views of a list. */
export function ViewsMenu({ views }: { views: ViewsControl }) {
  const t = useKitText();
  const [opened, setOpened] = useState(false);
  const Icon = views.current ? IconBookmarkFilled : IconBookmark;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus width={sizes.dropdown}>
      <Popover.Target>
        <Tooltip label={views.current?.name ?? t('list.views')} disabled={opened}>
          <ActionIcon size="lg" onClick={() => setOpened(!opened)} aria-label={t('list.views')}>
            <Icon size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && (
          <Suspense>
            <ViewsPanel views={views} onClose={() => setOpened(false)} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
