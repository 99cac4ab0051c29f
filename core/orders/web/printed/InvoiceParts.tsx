import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { decimalsOf } from '#platform/common/text/currencies.ts';
import { formatMoney } from '#platform/common/text/money.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { BillAmounts, PrintedInvoice } from '../../common/bill.ts';
import type texts from '../../locales/en.json';
import { useText } from '../api.ts';
import classes from '../print/Invoice.module.css';

type Bilingual = { en: string; ar: string };
export type Of = { bill: PrintedInvoice };
export type BillText = keyof typeof texts.bill;

/** The texts of a bill in its language, or in both: Arabic first. */
export function useLabels({ bothLanguages }: PrintedInvoice) {
  const t = useText();
  const { language } = useFormats();
  const both = (text: Bilingual, between = ' / ') =>
    bothLanguages && text.ar !== text.en ? `${text.ar}${between}${text.en}` : text[language];
  const label = (name: BillText) => {
    const own = t(`bill.${name}`);
    // English is the fallback of all texts, and so it is loaded.
    return both(language === 'ar' ? { ar: own, en: t(`bill.${name}`, { lng: 'en' }) } : { ar: own, en: own });
  };
  return {
    both,
    label,
    money: (cents: number) => formatMoney(cents, shopCurrency, 'en'),
    day: (day: string) => day.split('-').reverse().join('/'),
  };
}

/** Reasons that the server itself gives. */
const automatic = ['surplus', 'order-cancelled'] as const;

/** The value of the invoice before and after, and the difference with its tax. */
export function CreditNote({ bill }: Of) {
  const { label, money } = useLabels(bill);
  const { credit, totals } = bill;
  if (!credit) return null;
  const reason = automatic.find((word) => word === credit.reason);
  const rows: [BillText, BillAmounts][] = [
    ['before', credit.before],
    ['after', credit.after],
    ['difference', totals],
  ];
  return (
    <>
      <p>
        {label('reason')}: <bdi>{reason ? label(reason) : credit.reason}</bdi>
      </p>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th />
            <th>{label('net')}</th>
            <th>
              {label('tax')} <Bdi>{`${totals.taxPercent} %`}</Bdi>
            </th>
            <th>{label('gross')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, amounts]) => (
            <tr key={name} className={name === 'difference' ? classes.total : undefined}>
              <td>{label(name)}</td>
              {[amounts.net, amounts.tax, amounts.total].map((cents, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three fixed columns
                <td key={at}>
                  <Bdi>{money(cents)}</Bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

export function LocalAmounts({ bill }: Of) {
  const t = useText();
  const { label, day } = useLabels(bill);
  const { local } = bill;
  if (!local) return null;
  const money = (minor: number) => formatMoney(minor, local.currency, 'en');
  const rate = local.perDollar.toFixed(Math.max(decimalsOf(local.currency), 4)).replace(/0+$/, '');
  return (
    <dl className={classes.local}>
      <div>
        <dt>{label('localTax')}</dt>
        <dd>
          <Bdi>{money(local.tax)}</Bdi>
        </dd>
      </div>
      <div>
        <dt>{label('localTotal')}</dt>
        <dd>
          <Bdi>{money(local.total)}</Bdi>
        </dd>
      </div>
      <div>
        <dt>{label('rate')}</dt>
        <dd>
          <Bdi>{t('bill.rateOf', { rate, currency: local.currency, since: day(local.since) })}</Bdi>
        </dd>
      </div>
    </dl>
  );
}

export function Serials({ bill }: Of) {
  const { label, both } = useLabels(bill);
  if (bill.serials.length === 0) return null;
  return (
    <section className={classes.annex}>
      <h2>{label('serials')}</h2>
      {bill.serials.map(({ sku, name, serials }) => (
        <p key={sku}>
          <strong>
            <bdi>{both(name)}</bdi>
          </strong>{' '}
          <Bdi>{serials.join(', ')}</Bdi>
        </p>
      ))}
    </section>
  );
}

export function PaymentTerms({ bill }: Of) {
  const { label } = useLabels(bill);
  const { bank, iban, swift } = bill.seller;
  return (
    <div>
      {iban && bill.kind !== 'credit-note' && (
        <>
          <p>
            {label('bank')}: <bdi>{bank}</bdi>
          </p>
          <p>
            {label('iban')}: <Bdi>{iban}</Bdi>
          </p>
          <p>
            {label('swift')}: <Bdi>{swift}</Bdi>
          </p>
          <p>
            {label('reference')}: <Bdi>{bill.order}</Bdi>
          </p>
        </>
      )}
      {bill.address && (
        <p>
          {label('verify')}: <Bdi>{bill.address}</Bdi>
        </p>
      )}
    </div>
  );
}
