import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { AppManifest } from '#platform/common/define-app.ts';
import { currentDenial } from '#platform/web/session/session.ts';
import { AlarmList } from './AlarmList.tsx';
import classes from './Alarms.module.css';
import { AlarmsSplitView } from './AlarmsSplitView.tsx';
import { alarmCalls, useAlarmSource } from './alarm-calls.ts';
import { useAlarmTexts } from './alarm-texts.ts';
import { useText } from './texts.ts';

type Props = { app: AppManifest; deviceId: number };

/** The open and closed alarms of a device, of each class that the person may read. */
export function DeviceAlarms({ app, deviceId }: Props) {
  const t = useText();
  const { className } = useAlarmTexts(app);
  const [params, setParams] = useSearchParams();
  const classNames = Object.keys(app.alarmClasses ?? {}).filter(
    (name) => currentDenial(alarmCalls(app, name).live.route.access) === null,
  );
  const kind = classNames.find((name) => name === params.get('class')) ?? classNames[0];
  const closed = params.get('closed') === '1';
  // Filters are not kept: they belong to one list.
  const setTab = (next: Record<string, string>) =>
    setParams({ tab: 'alarms', ...next }, { replace: true, preventScrollReset: true });
  if (!kind) return null;
  const list = <AlarmsOfClass key={`${kind}/${closed}`} app={app} name={kind} deviceId={deviceId} closed={closed} />;
  return (
    <>
      <div className={classes.switches}>
        <SegmentedControl
          aria-label={t('class')}
          value={kind}
          data={classNames.map((value) => ({ value, label: className(value) }))}
          onChange={(next) => setTab({ class: next, ...(closed ? { closed: '1' } : {}) })}
        />
        <SegmentedControl
          aria-label={t('openOrClosed')}
          value={closed ? '1' : '0'}
          data={[
            { value: '0', label: t('open') },
            { value: '1', label: t('closed') },
          ]}
          onChange={(next) => setTab({ class: kind, ...(next === '1' ? { closed: '1' } : {}) })}
        />
      </div>
      {list}
    </>
  );
}

function AlarmsOfClass({ app, name, deviceId, closed }: Props & { name: string; closed: boolean }) {
  const source = useAlarmSource(app, name);
  return (
    <AlarmsSplitView source={source}>
      <AlarmList source={source} history={closed} deviceId={deviceId} />
    </AlarmsSplitView>
  );
}
