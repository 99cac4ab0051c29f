import menuIcons from 'virtual:menu-icons';
import { IconLayoutGrid } from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type IconProps = { size?: number; stroke?: number; 'aria-hidden'?: boolean };

/** The icon that a manifest names for an app, a page or a type of record, by its name at tabler.io/icons. */
export const iconNamed = (name: string | undefined): ComponentType<IconProps> =>
  (name && menuIcons[name]) || IconLayoutGrid;
