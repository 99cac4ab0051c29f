import { useEffect, useRef } from 'react';
import { NavLink, useSearchParams } from 'react-router';
import { solutionIcon } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { listAddress } from './addresses.ts';
import classes from './SolutionTabs.module.css';
import { useSolutionName } from './solution-name.ts';
import { useText } from './texts.ts';
import { useDeviceApp } from './use-device-app.ts';

/** Links to the solutions with their number of devices. They keep the filter by structure. */
export function SolutionTabs({
  solutions,
  current,
}: {
  solutions: readonly { id: number; devices: number }[];
  current: number;
}) {
  const t = useText();
  const { app } = useDeviceApp();
  const nameOf = useSolutionName(app);
  const { number } = useFormats();
  const [params] = useSearchParams();
  const structure = params.get('structureId');
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab may be outside the visible part
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav className={classes.tabs} aria-label={t('solutionTabs')} ref={bar}>
      {solutions.map(({ id, devices }) => {
        const Icon = solutionIcon(app, id);
        return (
          <NavLink
            key={id}
            to={{ pathname: listAddress(app, id), search: structure ? `?structureId=${structure}` : '' }}
            className={classes.tab}
          >
            <Icon size={iconSizes.md} aria-hidden />
            {nameOf(id)}
            <span className={classes.count}>{number(devices)}</span>
          </NavLink>
        );
      })}
    </nav>
  );
}
