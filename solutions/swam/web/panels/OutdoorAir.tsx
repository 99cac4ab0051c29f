import { Select, Text } from '@mantine/core';
import { Conclusion } from '#core/device-app/web/parts.tsx';
import { useOtherCustomer, useSensorTexts, ValueTiles } from '#core/devices/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import { airScales, classOfIndex, pollutants, severityOfIndex } from '../../common/derived/air-quality-index.ts';
import type { OutdoorAirReply } from '../../common/insights.ts';
import { api } from '../api.ts';
import { ScoreRing } from './drawings.tsx';
import classes from './Panels.module.css';
import { Derived, derivedOptions, type PanelProps } from './parts.tsx';
import { useText } from './texts.ts';

const scaleEnd = 500;

/** The air quality index with its main pollutant, an advice, the last 24 hours, and the values behind it. */
export function OutdoorAir({ device }: PanelProps) {
  const t = useText();
  const query = useData(api.insight.outdoorAir, { params: { id: device.id } }, derivedOptions);
  return (
    <>
      <Panel title={t('outdoor.title')} aside={query.data && <Scale device={device} air={query.data} />}>
        <Derived of={query}>
          {(air) => (
            <>
              <Now device={device} air={air} />
              <Hours air={air} />
            </>
          )}
        </Derived>
      </Panel>
      <ValueTiles device={device} app="swam" only={pollutants} />
    </>
  );
}

function Now({ device, air: { now } }: PanelProps & { air: OutdoorAirReply }) {
  const t = useText();
  const { number } = useFormats();
  const { name } = useSensorTexts('swam');
  if (!now) return <Text c="dimmed">{t('outdoor.none')}</Text>;
  const named = classOfIndex(now.index);
  return (
    <Conclusion
      device={device}
      sensors={pollutants}
      severity={severityOfIndex(now.index)}
      title={t(`outdoor.class.${named}`)}
      drawing={
        <ScoreRing
          score={now.index}
          of={scaleEnd}
          label={t('outdoor.index', { index: number(now.index), state: t(`outdoor.class.${named}`) })}
        />
      }
    >
      <Text>{t('outdoor.main', { sensor: name(now.pollutant) })}</Text>
      <Text size="sm" c="dimmed">
        {t(`outdoor.advice.${named}`)}
      </Text>
      <Text size="sm" c="dimmed" mt="sm">
        {t('outdoor.parts')}
      </Text>
      <WidgetFigures>
        {pollutants.map((pollutant) => {
          const part = now.parts[pollutant];
          return (
            <WidgetFigure key={pollutant} name={name(pollutant)} value={part === undefined ? '–' : number(part)} />
          );
        })}
      </WidgetFigures>
    </Conclusion>
  );
}

/** The index of each of the last 24 hours. */
function Hours({ air: { hours } }: { air: OutdoorAirReply }) {
  const t = useText();
  const { number, date } = useFormats();
  return (
    <figure className={classes.strip}>
      <Text component="figcaption" size="sm" c="dimmed">
        {t('outdoor.hours')}
      </Text>
      <ol>
        {hours.map(({ at, index }) => {
          const text = `${date(at, 'time')}: ${index === null ? t('outdoor.unknown') : number(index)}`;
          return (
            <li key={at} title={text} data-severity={index === null ? 'none' : severityOfIndex(index)}>
              <span className={classes.hidden}>{text}</span>
            </li>
          );
        })}
      </ol>
      <div className={classes.ends} aria-hidden>
        <bdi>{date(hours[0]?.at, 'time')}</bdi>
        <bdi>{date(hours.at(-1)?.at, 'time')}</bdi>
      </div>
    </figure>
  );
}

/** The scale, which people with the permission can change for the company. */
function Scale({ device, air: { scale } }: PanelProps & { air: OutdoorAirReply }) {
  const t = useText();
  const save = useAction(api.setting.airScale, { invalidates: [api.insight.outdoorAir] });
  const permitted = usePermitted(api.setting.airScale.route.access, { resource: device.structure?.id ?? null });
  const otherCustomer = useOtherCustomer(device);
  if (!permitted || otherCustomer)
    return (
      <Text size="sm" c="dimmed">
        {t(`outdoor.scale.${scale}`)}
      </Text>
    );
  return (
    <Select
      aria-label={t('outdoor.scaleOf')}
      size="xs"
      allowDeselect={false}
      value={scale}
      disabled={save.pending}
      data={airScales.map((value) => ({ value, label: t(`outdoor.scale.${value}`) }))}
      onChange={(value) => {
        const airScale = airScales.find((one) => one === value);
        if (airScale) save.run({ params: { id: device.id }, body: { airScale } });
      }}
    />
  );
}
