import { useFormats } from '#platform/web/i18n/formats.ts';
import { type SheetFact, SheetFacts, SheetFoot, SheetHead } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedMeterBill, Statement } from '../../common/bill.ts';
import { BillLines } from '../bills/BillLines.tsx';
import { useBillFormats } from '../bills/use-bill-formats.ts';
import { useText } from '../texts.ts';
import classes from './MeterInvoice.module.css';

/** A bill of a meter on A4. */
const MeterInvoice: PrintPage<PrintedMeterBill> = ({ document: { data } }) => {
  const { statement, company, verification } = data;
  const { issuer } = statement;
  const t = useText();
  const { language } = useFormats();
  const { month } = useBillFormats();
  const issued = statement.number !== null;
  return (
    <main>
      {!issued && (
        <div className={classes.draft} aria-hidden>
          {t('print.draft')}
        </div>
      )}
      <SheetHead
        title={t(
          statement.kind === 'credit' ? 'bill.credit' : issued && issuer?.trn ? 'print.taxTitle' : 'print.title',
        )}
        under={
          <>
            <Bdi>{statement.number ?? t('print.draft')}</Bdi> · {month(statement.month)}
          </>
        }
        company={issuer?.name[language] ?? company.name}
      >
        {issuer?.address[language] && <bdi className={classes.address}>{issuer.address[language]}</bdi>}
        {issuer?.trn && (
          <span>
            {t('print.trn')} <Bdi>{issuer.trn}</Bdi>
          </span>
        )}
      </SheetHead>
      <BillFacts bill={data} />
      <section>
        <BillLines
          lines={statement.lines}
          totals={statement}
          vatPercent={statement.vatPercent}
          currency={statement.currency}
          unit={statement.consumption.unit}
        />
      </section>
      {statement.words && <p className={classes.words}>{statement.words[language]}</p>}
      <MonthBars statement={statement} />
      <SheetFoot code={verification ? { text: verification.qr, label: t('print.verify') } : undefined}>
        <p>
          {t('bill.tariff')} <bdi>{statement.tariff.name[language]}</bdi> ·{' '}
          {t('bill.version', { version: statement.tariff.version })}
        </p>
        {statement.reason && (
          <p>
            {t('bill.reason')} <bdi>{statement.reason}</bdi>
          </p>
        )}
        <p>{t('print.zone', { zone: statement.zone })}</p>
        {verification && (
          <p>
            {t('print.verify')}: <Bdi>{verification.address}</Bdi>
          </p>
        )}
      </SheetFoot>
    </main>
  );
};

function BillFacts({ bill: { statement, device, structure } }: { bill: PrintedMeterBill }) {
  const t = useText();
  const { number } = useBillFormats();
  const { opening, closing, unit, consumption } = statement;
  const at = useDayIn(statement.zone);
  const index = (end: Statement['opening']) =>
    `${number(end.index, 3)} ${unit}, ${at(end.at)} (${t(`values.quality.${end.quality}`)})`;
  const facts: readonly SheetFact[] = [
    [t('print.device'), device.name],
    [t('print.structure'), structure?.name],
    [t('bill.serial'), statement.serial],
    [t('print.period'), `${at(statement.period.from)} – ${at(statement.period.to)}`],
    [t('bill.opening'), index(opening)],
    [t('bill.closing'), index(closing)],
    [t('bill.consumption'), `${number(consumption.quantity)} ${consumption.unit}`],
    [t('print.issuedAt'), statement.issuedAt && at(statement.issuedAt)],
  ];
  return <SheetFacts items={facts} columns={2} dir="auto" />;
}

/** A day in the time zone of the bill, in Latin digits. */
function useDayIn(zone: string): (at: string) => string {
  return (at) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' }).format(
      new Date(at),
    );
}

const barHeight = 60;

/** The consumption of the month and the twelve months before. */
function MonthBars({ statement: { history, consumption } }: { statement: Statement }) {
  const t = useText();
  const { number } = useBillFormats();
  const known = history.filter(({ quantity }) => quantity !== null);
  if (known.length < 2) return null;
  const most = Math.max(...known.map(({ quantity }) => quantity ?? 0), Number.EPSILON);
  return (
    <figure className={classes.months}>
      <figcaption>{t('print.months', { unit: consumption.unit })}</figcaption>
      {/* Time runs from left to right in both languages. */}
      <ol dir="ltr">
        {history.map(({ month, quantity }) => (
          <li key={month}>
            <span>{quantity === null ? '–' : <Bdi>{number(quantity, 0)}</Bdi>}</span>
            <svg width="100%" height={barHeight} role="presentation">
              <rect
                x="20%"
                width="60%"
                y={barHeight - ((quantity ?? 0) / most) * barHeight}
                height={((quantity ?? 0) / most) * barHeight}
              />
            </svg>
            <Bdi>{month.split('-').reverse().join('/')}</Bdi>
          </li>
        ))}
      </ol>
    </figure>
  );
}

export default MeterInvoice;
