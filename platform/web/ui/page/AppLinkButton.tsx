import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAppNames } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';

type Props = Pick<ButtonProps, 'variant' | 'leftSection'> & {
  /** The pages that it leads to, one of each app that the person may use it in. */
  targets: readonly { app: AppManifest; to: string }[];
  children: ReactNode;
};

/** A button that leads to a page of an app; of several apps one is chosen first, and without any it is not shown. */
export function AppLinkButton({ targets, children, ...button }: Props) {
  const nameOf = useAppNames(targets.map(({ app }) => app));
  const [only, ...others] = targets;
  if (!only) return null;
  if (others.length === 0)
    return (
      <Button component={Link} to={only.to} {...button}>
        {children}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={iconSizes.sm} aria-hidden />} {...button}>
          {children}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {targets.map(({ app, to }) => (
          <Menu.Item key={app.id} component={Link} to={to}>
            {nameOf(app)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
