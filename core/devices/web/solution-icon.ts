import solutionIcons from 'virtual:solution-icons';
import { IconLayoutGrid } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { IconProps } from '#platform/web/shell/navigation/icons.ts';

/** The icon that the manifest gives a solution. */
export function solutionIcon(app: Pick<AppManifest, 'solutions'> | undefined, id: number): ComponentType<IconProps> {
  const name = app?.solutions?.find((one) => one.id === id)?.icon;
  return (name && solutionIcons[name]) || IconLayoutGrid;
}
