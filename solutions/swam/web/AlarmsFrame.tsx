import type { AlarmClass } from '#core/alarms/common/alarm.ts';
import { AlarmList, AlarmsBesideList } from '#core/alarms/web/parts.tsx';
import { PageFrame } from '#platform/web/ui/PageFrame.tsx';
import { alarmsAddress } from './addresses.ts';
import { useAlarmSources } from './alarm-sources.ts';
import { useText } from './api.ts';

/** Open alarms and, on the next tab, those that are closed. */
export function AlarmsFrame({ of, history }: { of: AlarmClass; history: boolean }) {
  const t = useText();
  const source = useAlarmSources()[of];
  const open = alarmsAddress(of);
  return (
    <PageFrame
      fill
      title={t(`pages.alarms-${of}`)}
      tabs={[
        { label: t('alarmTabs.open'), to: open },
        { label: t('alarmTabs.history'), to: `${open}-history` },
      ]}
    >
      <AlarmsBesideList source={source}>
        <AlarmList source={source} history={history} />
      </AlarmsBesideList>
    </PageFrame>
  );
}
