import { numbersOf } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import { spreadOf } from '../../common/derived/power-quality.ts';
import classes from './Panels.module.css';
import { type PanelProps, Value } from './parts.tsx';
import { useText } from './texts.ts';

/** The temperatures of the probes and their spread. */
export function ProbesPanel({ device }: PanelProps) {
  const t = useText();
  const { number } = useFormats();
  const probes = device.values.map(({ sensor }) => sensor).filter((sensor) => sensor.startsWith('probe'));
  const spread = spreadOf(Object.values(numbersOf(device, probes)));
  return (
    <Panel title={t('probes.title')}>
      <div className={classes.first}>
        {probes.map((sensor) => (
          <Value key={sensor} device={device} sensor={sensor} size="lg" />
        ))}
      </div>
      {spread !== null && (
        <WidgetFigures>
          <WidgetFigure name={t('probes.spread')} value={`${number(spread, 1)} K`} note={t('probes.how')} />
        </WidgetFigures>
      )}
    </Panel>
  );
}
