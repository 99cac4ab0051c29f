import type { Currency } from '#platform/common/money.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { BillLine, Totals } from '../common/price.ts';
import classes from './Metering.module.css';
import { useText } from './texts.ts';
import { useBillFormats } from './use-bill-formats.ts';

type Props = { lines: readonly BillLine[]; totals: Totals; vatPercent: number; currency: Currency; unit: string };

/** The printed lines of a bill with subtotal, VAT and total. */
export function BillLines({ lines, totals, vatPercent, currency, unit }: Props) {
  const t = useText();
  const { number, money } = useBillFormats();
  const nameOf = useLineName(unit);
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={t('bill.lines')}>
        <thead>
          <tr>
            <th scope="col">{t('bill.line')}</th>
            <th scope="col" data-number>
              {t('bill.quantity')}
            </th>
            <th scope="col" data-number>
              {t('bill.price')}
            </th>
            <th scope="col" data-number>
              {t('bill.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be equal, and none moves
            <tr key={index}>
              <td>{nameOf(line)}</td>
              <td data-number>{line.quantity !== null && <Bdi>{`${number(line.quantity)} ${unit}`}</Bdi>}</td>
              <td data-number>
                <Bdi>{line.price ?? (line.percent === null ? '' : `${number(line.percent)} %`)}</Bdi>
              </td>
              <td data-number>
                <Bdi>{money(line.amount, currency)}</Bdi>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {(
            [
              [t('bill.subtotal'), totals.subtotal],
              [t('bill.vat', { percent: number(vatPercent) }), totals.vat],
              [t('bill.total'), totals.total],
            ] as const
          ).map(([name, amount]) => (
            <tr key={name}>
              <td colSpan={3}>{name}</td>
              <td data-number>
                <Bdi>{money(amount, currency)}</Bdi>
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
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
