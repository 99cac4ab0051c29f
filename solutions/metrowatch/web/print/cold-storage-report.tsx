import { withUnit } from '#platform/common/text/with-unit.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import sheet from '#platform/web/print/Sheet.module.css';
import { SheetFacts, SheetFoot, SheetHead, SheetTable } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedColdReport as Report } from '../../common/cold/cold-routes.ts';
import { useText } from '../texts.ts';
import classes from './ColdReport.module.css';

/** Seconds between samples from which a report warns. */
const rareSamples = 900;

/** The report of a cold room on A4. */
const ColdStorageReport: PrintPage<Report> = ({ document: { data } }) => {
  const t = useText();
  const at = (time: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: data.zone, dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(time),
    );
  return (
    <main className={sheet.numbered}>
      <SheetHead
        title={t('print.title')}
        under={
          <>
            <Bdi>{`${at(data.from)} – ${at(data.to)}`}</Bdi> · <Bdi>{data.zone}</Bdi>
          </>
        }
        company={data.company}
      >
        <bdi>{data.device.site ?? ''}</bdi>
      </SheetHead>
      <Facts data={data} />
      <Chart data={data} at={at} />
      <ExcursionTable data={data} at={at} />
      <SheetFoot code={{ text: data.address, label: t('print.verify') }}>
        <p>{t('print.verify')}</p>
        <p>
          <Bdi>{data.address}</Bdi>
        </p>
        <p>
          {t('verify.hash')}: <Bdi>{data.hash}</Bdi>
        </p>
        <p>
          {t('verify.madeAt')} <Bdi>{at(data.madeAt)}</Bdi>
        </p>
      </SheetFoot>
    </main>
  );
};

function Facts({ data: { device, setting, figures, calibration } }: { data: Report }) {
  const t = useText();
  const { number, date } = useFormats();
  const degrees = (value: number | null) => (value === null ? '–' : withUnit(number(value, 1), '°C'));
  const share = (value: number | null) => (value === null ? '–' : withUnit(number(value * 100, 1), '%'));
  const { sampleSeconds } = figures;
  const rare = sampleSeconds !== null && sampleSeconds > rareSamples;
  const items: [string, string][] = [
    [t('print.device'), `${device.name} (${device.serial})`],
    [t('cold.limits'), `${number(setting.low, 1)} … ${withUnit(number(setting.high, 1), '°C')}`],
    [t('cold.inRange'), share(figures.inRange)],
    [t('cold.known'), share(figures.coverage)],
    [t('cold.lowest'), degrees(figures.lowest)],
    [t('cold.mean'), degrees(figures.mean)],
    [t('cold.highest'), degrees(figures.highest)],
    [t('print.kinetic'), degrees(figures.meanKinetic)],
    [
      t('print.sampling'),
      sampleSeconds === null
        ? '–'
        : `${number(sampleSeconds / 60, 1)} ${t('cold.min')}${rare ? ` · ${t('print.rare')}` : ''}`,
    ],
    [t('verify.samples'), number(figures.samples)],
    [
      t('print.calibration'),
      calibration
        ? `${calibration.certificate} · ${calibration.laboratory} · ${date(calibration.doneOn, 'date')} – ${date(calibration.dueOn, 'date')}`
        : '–',
    ],
  ];
  return <SheetFacts items={items} dir="auto" />;
}

const [width, height] = [640, 160];

/** The range of each part of the period as a bar, with the limits as lines. */
function Chart({ data: { chart, setting, from, to }, at }: { data: Report; at(time: string): string }) {
  const t = useText();
  const { number } = useFormats();
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const low = Math.min(setting.low, ...chart.map(([, one]) => one)) - 1;
  const high = Math.max(setting.high, ...chart.map(([, , one]) => one)) + 1;
  const x = (time: number) => ((time - start) / (end - start)) * width;
  const y = (value: number) => height - ((value - low) / (high - low)) * height;
  return (
    <figure className={classes.chart}>
      <figcaption>{t('cold.figures')}</figcaption>
      <svg viewBox={`-40 0 ${width + 40} ${height + 16}`} role="img" aria-label={t('cold.figures')} direction="ltr">
        <rect
          x={0}
          width={width}
          y={y(setting.high)}
          height={y(setting.low) - y(setting.high)}
          className={classes.range}
        />
        {[setting.low, setting.high].map((limit) => (
          <g key={limit}>
            <line x1={0} x2={width} y1={y(limit)} y2={y(limit)} className={classes.limit} />
            <text x={-4} y={y(limit) + 3} textAnchor="end">
              {withUnit(number(limit, 0), '°C')}
            </text>
          </g>
        ))}
        {chart.map(([time, lowest, highest]) => (
          <line
            key={time}
            x1={x(time)}
            x2={x(time)}
            y1={y(lowest) + 0.5}
            y2={y(highest) - 0.5}
            className={classes.values}
          />
        ))}
        <text x={0} y={height + 12}>
          {at(from)}
        </text>
        <text x={width} y={height + 12} textAnchor="end">
          {at(to)}
        </text>
      </svg>
    </figure>
  );
}

function ExcursionTable({ data: { excursions }, at }: { data: Report; at(time: string): string }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <section>
      <h2>{t('cold.excursions')}</h2>
      {excursions.length === 0 ? (
        <p>{t('cold.noExcursions')}</p>
      ) : (
        <SheetTable
          headings={[
            t('cold.startedAt'),
            t('print.endedAt'),
            t('cold.peak'),
            t('cold.degreeMinutes'),
            t('cold.door'),
            t('cold.defrost'),
            t('cold.explanation'),
          ]}
        >
          {excursions.map((one) => (
            <tr key={one.id}>
              <td>
                <Bdi>{at(one.startedAt)}</Bdi>
              </td>
              <td>{one.endedAt ? <Bdi>{at(one.endedAt)}</Bdi> : t('cold.goesOn')}</td>
              <td>
                <Bdi>{withUnit(number(one.peak, 1), '°C')}</Bdi>
              </td>
              <td>
                <Bdi>{withUnit(number(one.degreeMinutes, 0), 'K·min')}</Bdi>
              </td>
              <td>
                <Bdi>{withUnit(number(one.doorShare * 100, 0), '%')}</Bdi>
              </td>
              <td>
                <Bdi>{withUnit(number(one.defrostShare * 100, 0), '%')}</Bdi>
              </td>
              <td>
                <bdi>{[one.cause, one.measure, one.explainedBy].filter(Boolean).join(' · ') || '–'}</bdi>
              </td>
            </tr>
          ))}
        </SheetTable>
      )}
    </section>
  );
}

export default ColdStorageReport;
