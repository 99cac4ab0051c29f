import { useFormats } from '#platform/web/i18n/formats.ts';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { utilities } from '../../common/manifest.ts';
import type { ConsumptionReport as Report } from '../../common/report.ts';
import { useText } from '../texts.ts';
import classes from './MeterInvoice.module.css';

/** The consumption of sites on A4, a table for each utility. */
const ConsumptionReport: PrintPage<Report> = ({ document: { data } }) => {
  const t = useText();
  const { number } = useFormats();
  const day = (at: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: data.zone, day: '2-digit', month: '2-digit', year: 'numeric' }).format(
      new Date(at),
    );
  // A period ends at midnight: its last day is the one before.
  const span = ({ from, to }: Report['period']) => `${day(Date.parse(from))} – ${day(Date.parse(to) - 1)}`;
  return (
    <main>
      <header className={classes.head}>
        <div>
          <h1>{t('report.title')}</h1>
          <p className={classes.number}>
            <Bdi>{span(data.period)}</Bdi>
          </p>
        </div>
        <div className={classes.company}>
          <strong>
            <bdi>{data.company}</bdi>
          </strong>
          <bdi>{data.name}</bdi>
        </div>
      </header>
      {data.rows.length === 0 && <p>{t('report.none')}</p>}
      {utilities.map((utility) => {
        const rows = data.rows.filter((row) => row.utility === utility);
        return (
          rows.length > 0 && (
            <section key={utility}>
              <h2>{t(`values.utility.${utility}`)}</h2>
              <table className={classes.report}>
                <thead>
                  <tr>
                    <th>{t('columns.name')}</th>
                    <th>{t('columns.amount')}</th>
                    <th>{t('columns.beforeAmount')}</th>
                    <th>{t('columns.change')}</th>
                    <th>{t('columns.coverage')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={`${row.site} ${row.unit}`}>
                      <td>
                        <bdi>{row.site}</bdi>
                      </td>
                      <td>
                        <Bdi>{`${number(row.amount, 1)} ${row.unit}`}</Bdi>
                      </td>
                      <td>
                        <Bdi>{row.before === null ? '–' : `${number(row.before, 1)} ${row.unit}`}</Bdi>
                      </td>
                      <td>
                        <Bdi>{row.change === null ? '–' : `${row.change > 0 ? '+' : ''}${row.change}%`}</Bdi>
                      </td>
                      <td>{t('coverage', { known: row.known, count: row.meters })}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        );
      })}
      <footer className={classes.foot}>
        <p>
          {t('overview.against', { from: day(Date.parse(data.before.from)), to: day(Date.parse(data.before.to) - 1) })}
        </p>
        <p>{t('print.zone', { zone: data.zone })}</p>
      </footer>
    </main>
  );
};

export default ConsumptionReport;
