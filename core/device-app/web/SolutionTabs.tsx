import { useEffect, useRef } from 'react';
import { NavLink, useSearchParams } from 'react-router';
import { solutionIcon } from '#core/devices/web/parts.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { KeptHeight } from '#platform/web/ui/page/KeptHeight.tsx';
import { listAddress, type SolutionList } from './addresses.ts';
import classes from './SolutionTabs.module.css';
import { useSolutionName } from './solution-name.ts';
import { useText } from './texts.ts';
import { useDeviceApp } from './use-device-app.ts';

/** Links to the lists of the inventory or the subscriptions of all solutions, and of each. They keep the filter by structure. */
export function SolutionTabs({
  solutions: read,
  current,
  list,
}: {
  /** Undefined while they are read. */
  solutions: readonly { id: number }[] | undefined;
  /** Undefined for all devices. */
  current: number | undefined;
  list: Exclude<SolutionList, 'list'>;
}) {
  const t = useText();
  const { app } = useDeviceApp();
  const nameOf = useSolutionName(app);
  const [params] = useSearchParams();
  const structure = params.get('structureId');
  const search = structure ? `?structureId=${structure}` : '';
  // Until they are known, the tabs of all solutions reserve the space.
  const solutions = read ?? app.solutions ?? [];
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab may be outside the visible part
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <KeptHeight of={`solutions ${app.id}`}>
      <nav className={classes.tabs} aria-label={t('solutionTabs')} aria-busy={read ? undefined : true} ref={bar}>
        {solutions.length > 1 && (
          <NavLink to={{ pathname: listAddress(app, undefined, list), search }} end className={classes.tab}>
            {t('allDevices')}
          </NavLink>
        )}
        {solutions.map(({ id }) => {
          const Icon = solutionIcon(app, id);
          return (
            <NavLink key={id} to={{ pathname: listAddress(app, id, list), search }} className={classes.tab}>
              <Icon size={iconSizes.md} aria-hidden />
              {nameOf(id)}
            </NavLink>
          );
        })}
      </nav>
    </KeptHeight>
  );
}
