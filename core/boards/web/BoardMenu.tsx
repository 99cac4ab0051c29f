import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconHome, IconPlus, IconUsers } from '@tabler/icons-react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { usePreference } from '#platform/web/client/preferences.ts';
import { shellAddresses } from '#platform/web/shell/routing/addresses.ts';
import { firstPageKey } from '#platform/web/shell/routing/first-page-choice.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from './api.ts';
import { defaultWidgets } from './registry.ts';
import type { Boards } from './use-boards.ts';

type Props = { app: AppManifest; boards: Boards; run(work: () => Promise<void>): Promise<void> };

/** The boards of the person and the shared ones, and what can be done with the page. */
export function BoardMenu({ app, boards: { query, boards = [], current, choose, create }, run }: Props) {
  const t = useText();
  const address = usePageHandle()?.address ?? shellAddresses.main;
  const first = usePreference<string>(firstPageKey);
  const isFirst = (first.value ?? shellAddresses.main) === address;
  const check = <IconCheck size={iconSizes.sm} aria-hidden />;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={!query.data}
          rightSection={<IconChevronDown size={iconSizes.sm} aria-hidden />}
        >
          {current?.name ?? t('board.default')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item rightSection={current ? undefined : check} onClick={() => void run(() => choose(null))}>
          {t('board.default')}
        </Menu.Item>
        {boards.map((board) => (
          <Menu.Item
            key={board.id}
            leftSection={board.shared ? <IconUsers size={iconSizes.sm} aria-label={t('board.shared')} /> : undefined}
            rightSection={board.chosen ? check : undefined}
            onClick={() => void run(() => choose(board.id))}
          >
            <bdi>{board.name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => void run(() => create(t('board.new'), defaultWidgets(app)))}
        >
          {t('board.create')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHome size={iconSizes.sm} aria-hidden />}
          rightSection={isFirst ? check : undefined}
          disabled={isFirst || first.loading}
          onClick={() => void run(() => first.set(address === shellAddresses.main ? null : address))}
        >
          {t(isFirst ? 'board.isFirstPage' : 'board.makeFirstPage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
