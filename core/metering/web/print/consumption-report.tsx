import { useFormats } from '#platform/web/i18n/formats.ts';
import { SheetFoot, SheetHead, SheetTable } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { utilities } from '../../common/manifest.ts';
import type { ConsumptionReport as Report } from '../../common/report.ts';
import { useText } from '../texts.ts';

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
      <SheetHead title={t('report.title')} under={<Bdi>{span(data.period)}</Bdi>} company={data.company}>
        <bdi>{data.name}</bdi>
      </SheetHead>
      {data.rows.length === 0 && <p>{t('report.none')}</p>}
      {utilities.map((utility) => {
        const rows = data.rows.filter((row) => row.utility === utility);
        return (
          rows.length > 0 && (
            <section key={utility}>
              <h2>{t(`values.utility.${utility}`)}</h2>
              <SheetTable
                headings={[
                  t('columns.name'),
                  t('columns.amount'),
                  t('columns.beforeAmount'),
                  t('columns.change'),
                  t('columns.coverage'),
                ]}
              >
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
              </SheetTable>
            </section>
          )
        );
      })}
      <SheetFoot>
        <p>
          {t('overview.against', { from: day(Date.parse(data.before.from)), to: day(Date.parse(data.before.to) - 1) })}
        </p>
        <p>{t('print.zone', { zone: data.zone })}</p>
      </SheetFoot>
    </main>
  );
};

export default ConsumptionReport;
