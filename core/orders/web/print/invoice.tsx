import { shopCurrency } from '#core/market/common/shop-currency.ts';
import { decimalsOf, formatMoney } from '#platform/common/text/money.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { BillAmounts, PrintedInvoice } from '../../common/bill.ts';
import type texts from '../../locales/en.json';
import { useText } from '../api.ts';
import classes from './Invoice.module.css';

type Bilingual = { en: string; ar: string };
type Of = { bill: PrintedInvoice };
type BillText = keyof typeof texts.bill;

/** The texts of a bill in its language, or in both: Arabic first. */
function useLabels({ bothLanguages }: PrintedInvoice) {
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

/** A pro forma, tax invoice or credit note on A4. */
const Invoice: PrintPage<PrintedInvoice> = ({ document: { data: bill } }) => {
  const { label, both } = useLabels(bill);
  return (
    <main>
      <header className={classes.head}>
        <div>
          <h1>{label(bill.kind)}</h1>
          <p className={classes.number}>
            <Bdi>{bill.number}</Bdi>
          </p>
        </div>
        <Party of={bill.seller} bill={bill} end />
      </header>
      <section className={classes.parties}>
        <div>
          <h2>{label('billTo')}</h2>
          <Party of={bill.buyer} bill={bill} />
        </div>
        <BillFacts bill={bill} />
      </section>
      {bill.credit ? <CreditNote bill={bill} /> : <BillLines bill={bill} />}
      <LocalAmounts bill={bill} />
      {bill.words && <p className={classes.words}>{both(bill.words, '\n')}</p>}
      <Serials bill={bill} />
      <footer className={classes.foot}>
        <PaymentTerms bill={bill} />
        {(bill.taxQr ?? bill.address) && <QrCode text={bill.taxQr ?? bill.address ?? ''} label={label('verify')} />}
      </footer>
    </main>
  );
};

function Party({ of, bill, end = false }: Of & { of: PrintedInvoice['buyer']; end?: boolean }) {
  const { label, both } = useLabels(bill);
  return (
    <div className={end ? classes.seller : classes.party}>
      <strong>
        <bdi>{both(of.name, '\n')}</bdi>
      </strong>
      {(of.address.en || of.address.ar) && <bdi className={classes.address}>{both(of.address, '\n')}</bdi>}
      {of.trn && (
        <span>
          {label('trn')} <Bdi>{of.trn}</Bdi>
        </span>
      )}
    </div>
  );
}

function BillFacts({ bill }: Of) {
  const { label, day } = useLabels(bill);
  const facts: [BillText, string | null | undefined][] = [
    ['issuedOn', day(bill.issuedOn)],
    ['suppliedOn', bill.suppliedOn && day(bill.suppliedOn)],
    ['dueOn', bill.dueOn && day(bill.dueOn)],
    ['order', bill.order],
    ['poNumber', bill.poNumber],
    ['refersTo', bill.credit?.invoice],
    ['invoicedOn', bill.credit && day(bill.credit.invoicedOn)],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{label(name)}</dt>
              <dd>
                <Bdi>{value}</Bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

const columns = ['item', 'qty', 'unit', 'discount', 'net', 'tax', 'gross'] as const;

function BillLines({ bill }: Of) {
  const { label, both, money } = useLabels(bill);
  const { totals } = bill;
  const sums: [BillText, number][] = [
    ['subtotal', totals.subtotal],
    ['discount', -totals.discount],
    ['shipping', totals.shipping],
    ['taxable', totals.net],
    ['tax', totals.tax],
  ];
  return (
    <>
      <table className={classes.lines}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name}>{label(name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bill.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a bill never change
            <tr key={at}>
              <td>
                <bdi className={classes.name}>{both(line.name, '\n')}</bdi>
                <Bdi>{line.sku}</Bdi>
              </td>
              <td>{line.qty}</td>
              <td>{line.included ? label('included') : <Bdi>{money(line.unit)}</Bdi>}</td>
              <td>{line.discount > 0 && <Bdi>{money(line.discount)}</Bdi>}</td>
              <td>
                <Bdi>{money(line.net)}</Bdi>
              </td>
              <td>
                <Bdi>{`${money(line.tax)} (${line.taxPercent} %)`}</Bdi>
              </td>
              <td>
                <Bdi>{money(line.net + line.tax)}</Bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.totals}>
        {sums.map(
          ([name, cents]) =>
            (cents !== 0 || name === 'tax') && (
              <div key={name}>
                <dt>
                  {label(name)} {name === 'tax' && <Bdi>{`${totals.taxPercent} %`}</Bdi>}
                </dt>
                <dd>
                  <Bdi>{money(cents)}</Bdi>
                </dd>
              </div>
            ),
        )}
        <div className={classes.total}>
          <dt>{label('total')}</dt>
          <dd>
            <Bdi>{money(totals.total)}</Bdi>
          </dd>
        </div>
      </dl>
    </>
  );
}

/** Reasons of the server itself. */
const automatic = ['surplus', 'order-cancelled'] as const;

/** What the invoice was worth, what it is worth now, and the difference with its tax. */
function CreditNote({ bill }: Of) {
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

function LocalAmounts({ bill }: Of) {
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

function Serials({ bill }: Of) {
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

function PaymentTerms({ bill }: Of) {
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

export default Invoice;
