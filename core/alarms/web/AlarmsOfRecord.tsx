import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { AlarmList, type AlarmsOf } from './AlarmList.tsx';
import classes from './Alarms.module.css';
import { useAlarmSource } from './alarm-calls.ts';
import { useText } from './texts.ts';

/** The open and closed alarms of a device, a site or another subject, of the classes that the person may read. */
export function AlarmsOfRecord({ app, of }: { app: AppManifest; of: AlarmsOf }) {
  const t = useText();
  const [only = null] = Object.keys(app.alarmClasses ?? {});
  const source = useAlarmSource(app, app.alarmPages ? null : only);
  const [params, setParams] = useSearchParams();
  const closed = params.get('closed') === '1';
  if (source.classes.length === 0) return null;
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
          // Filters are not kept: they belong to one list.
          onChange={(next) =>
            setParams(
              { tab: 'alarms', ...(next === '1' ? { closed: '1' } : {}) },
              { replace: true, preventScrollReset: true },
            )
          }
        />
      </div>
      <AlarmList key={String(closed)} source={source} history={closed} of={of} />
    </>
  );
}
