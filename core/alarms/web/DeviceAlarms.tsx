import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import type { AlarmClass } from '../common/alarm.ts';
import { AlarmList } from './AlarmList.tsx';
import classes from './Alarms.module.css';
import { AlarmsBesideList } from './AlarmsBesideList.tsx';
import type { AlarmSource } from './alarm-calls.ts';
import { useText } from './texts.ts';

/** The alarms of one device: of both classes, open and closed. */
export function DeviceAlarms({ sources, deviceId }: { sources: Record<AlarmClass, AlarmSource>; deviceId: number }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const may = {
    operational: usePermitted(sources.operational.calls.live.route.access),
    status: usePermitted(sources.status.calls.live.route.access),
  };
  const kinds = (['operational', 'status'] as const).filter((one) => may[one]);
  const kind = kinds.find((one) => one === params.get('class')) ?? kinds[0];
  const closed = params.get('closed') === '1';
  // Filters of the one list mean nothing in the other.
  const go = (next: Record<string, string>) =>
    setParams({ tab: 'alarms', ...next }, { replace: true, preventScrollReset: true });
  if (!kind) return null;
  return (
    <>
      <div className={classes.switches}>
        <SegmentedControl
          aria-label={t('class')}
          value={kind}
          data={kinds.map((value) => ({ value, label: t(`values.class.${value}`) }))}
          onChange={(next) => go({ class: next, ...(closed ? { closed: '1' } : {}) })}
        />
        <SegmentedControl
          aria-label={t('openOrClosed')}
          value={closed ? '1' : '0'}
          data={[
            { value: '0', label: t('open') },
            { value: '1', label: t('closed') },
          ]}
          onChange={(next) => go({ class: kind, ...(next === '1' ? { closed: '1' } : {}) })}
        />
      </div>
      <AlarmsBesideList source={sources[kind]}>
        <AlarmList key={`${kind}/${closed}`} source={sources[kind]} history={closed} deviceId={deviceId} />
      </AlarmsBesideList>
    </>
  );
}
