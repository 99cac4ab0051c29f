import { type Currency, decimalsOf } from '#platform/common/text/currencies.ts';
import { fromMinor } from '#platform/common/text/money.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { BillLine, BillTotals } from '../../common/price.ts';
import classes from '../Metering.module.css';
import { useText } from '../texts.ts';
import { useBillFormats } from './use-bill-formats.ts';

type Props = { lines: readonly BillLine[]; totals: BillTotals; vatPercent: number; currency: Currency; unit: string };

/** The printed lines of a bill with subtotal, VAT and total. */
export function BillLines({ lines, totals, vatPercent, currency, unit }: Props) {
  const t = useText();
  const { number, money } = useBillFormats();
  const nameOf = useLineName(unit);
  const quantityOf = ({ quantity }: BillLine) => (quantity === null ? '' : `${number(quantity)} ${unit}`);
  const priceOf = ({ price, percent }: BillLine) => price ?? (percent === null ? '' : `${number(percent)}%`);
  const amountOf = (minor: number) => number(Number(fromMinor(minor, currency)), decimalsOf(currency));
  return (
    <table className={classes.table} aria-label={t('bill.lines')}>
      <thead>
        <tr>
          <th scope="col">{t('bill.line')}</th>
          <th scope="col" data-number className={classes.wide}>
            {t('bill.quantity')}
          </th>
          <th scope="col" data-number className={classes.wide}>
            {t('bill.price')}
          </th>
          <th scope="col" data-number>
            {t('bill.amount', { currency })}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal, and lines do not move
          <tr key={index}>
            <td>
              {nameOf(line)}
              <span className={classes.narrow}>
                <Bdi>{[quantityOf(line), priceOf(line)].filter(Boolean).join(' × ')}</Bdi>
              </span>
            </td>
            <td data-number className={classes.wide}>
              <Bdi>{quantityOf(line)}</Bdi>
            </td>
            <td data-number className={classes.wide}>
              <Bdi>{priceOf(line)}</Bdi>
            </td>
            <td data-number>
              <Bdi>{amountOf(line.amount)}</Bdi>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {(
          [
            [t('bill.subtotal'), amountOf(totals.subtotal)],
            [t('bill.vat', { percent: number(vatPercent) }), amountOf(totals.vat)],
            [t('bill.total'), money(totals.total, currency)],
          ] as const
        ).map(([name, amount]) => (
          <tr key={name}>
            <td>{name}</td>
            <td className={classes.wide} />
            <td className={classes.wide} />
            <td data-number>
              <Bdi>{amount}</Bdi>
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function useLineName(unit: string): (line: BillLine) => string {
  const t = useText();
  const { language } = useFormats();
  const { number, month } = useBillFormats();
  return (line) => {
    if (line.name) return line.name[language];
    if (line.kind === 'sewerage') return t('bill.sewerage');
    if (line.kind === 'correction') return t('bill.correction', { month: line.month ? month(line.month) : '' });
    const limits = { from: number(line.from ?? 0), to: number(line.upTo ?? 0), unit };
    if (line.upTo === null) return line.from ? t('bill.slabAbove', limits) : t('bill.consumption');
    return t('bill.slab', limits);
  };
}
