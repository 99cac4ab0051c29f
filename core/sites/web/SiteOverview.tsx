import { severities } from '#core/alarms/common/alarm.ts';
import { OpenAlarms } from '#core/alarms/web/parts.tsx';
import { PlansPanel } from '#core/layouts/web/parts.tsx';
import { Consumption, MonthPdf } from '#core/metering/web/parts.tsx';
import type { Structure } from '#core/places/common/structure.ts';
import { StructureMap, siteAddress } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import type { Site } from '../common/site.ts';
import { useText } from './api.ts';
import { LiveValues } from './LiveValues.tsx';
import { openAlarmsOfSite, StateSentence } from './SiteState.tsx';
import classes from './Sites.module.css';

/** A site at a glance: state, alarms, values, consumption, plans and map. */
export function SiteOverview({ structure, site }: { structure: Structure; site: Site }) {
  const t = useText();
  const tone = openAlarmsOfSite(site) > 0 ? site.worst : 'none';
  return (
    <div className={classes.overview}>
      <Panel title={t('state.title')}>
        <p className={classes.sentence} data-tone={tone}>
          <StateSentence site={site} />
        </p>
        <Figures site={site} />
      </Panel>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title={t('openAlarms')}>
            <OpenAlarms structureId={site.id} />
          </Panel>
          <LiveValues site={site} />
        </div>
        <div className={classes.column}>
          <Panel title={t('consumption')} aside={<MonthPdf site={structure} />}>
            <Consumption structureId={site.id} />
          </Panel>
          <PlansPanel structure={structure} />
          <StructureMap structure={structure} tone={tone} />
        </div>
      </div>
    </div>
  );
}

function Figures({ site }: { site: Site }) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const { devices, online, sleeping, offline, lowBattery, alarms } = site;
  const open = openAlarmsOfSite(site);
  const parts = [...severities]
    .reverse()
    .filter((severity) => alarms[severity] > 0)
    .map((severity) => `${number(alarms[severity])} ${kit(`values.severity.${severity}`)}`);
  const devicesTab = siteAddress(site.id, 'devices');
  return (
    <WidgetFigures>
      <WidgetFigure
        name={t('openAlarms')}
        value={number(open)}
        tone={site.worst === 'problem' || site.worst === 'poor' ? site.worst : undefined}
        to={open > 0 ? siteAddress(site.id, 'alarms') : undefined}
        note={parts.join(' · ')}
      />
      <WidgetFigure
        name={t('connected')}
        value={number(online + sleeping)}
        to={devices > 0 ? devicesTab : undefined}
        note={t('ofDevices', { count: devices, number: number(devices) })}
      />
      <WidgetFigure
        name={t('offline')}
        value={number(offline)}
        tone={offline > 0 ? 'poor' : undefined}
        to={offline > 0 ? `${devicesTab}&connection=offline` : undefined}
      />
      <WidgetFigure
        name={t('lowBattery')}
        value={number(lowBattery)}
        tone={lowBattery > 0 ? 'poor' : undefined}
        to={lowBattery > 0 ? `${devicesTab}&battery[max]=19` : undefined}
        note={t('below')}
      />
    </WidgetFigures>
  );
}
