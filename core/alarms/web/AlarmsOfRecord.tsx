import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { AlarmList, type AlarmsOf } from './AlarmList.tsx';
import classes from './Alarms.module.css';
import { useText } from './texts.ts';
import { useAppsWithAlarms } from './use-apps-with-alarms.ts';

/** The open and closed alarms of a device, a site or another subject that the person may read. */
export function AlarmsOfRecord({ of }: { of: AlarmsOf }) {
  const t = useText();
  const readable = useAppsWithAlarms();
  const apps = useMemo(() => ('app' in of ? readable.filter(({ id }) => id === of.app) : readable), [readable, of]);
  const [params, setParams] = useSearchParams();
  const closed = params.get('closed') === '1';
  const tab = params.get('tab');
  if (apps.length === 0) return null;
  return (
    <>
      <div className={classes.switches}>
        <SegmentedControl
          aria-label={t('openOrClosed')}
          value={closed ? '1' : '0'}
          data={[
            { value: '0', label: t('open') },
            { value: '1', label: t('closed') },
          ]}
          // The page stays at its tab. Filters are not kept: they belong to one list.
          onChange={(next) =>
            setParams(
              { ...(tab === null ? {} : { tab }), ...(next === '1' ? { closed: '1' } : {}) },
              { replace: true, preventScrollReset: true },
            )
          }
        />
      </div>
      <AlarmList key={String(closed)} apps={apps} history={closed} of={of} />
    </>
  );
}
