import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedInvoice } from '../../common/bill.ts';
import {
  type BillText,
  CreditNote,
  LocalAmounts,
  type Of,
  PaymentTerms,
  Serials,
  useLabels,
} from '../printed/InvoiceParts.tsx';
import classes from './Invoice.module.css';

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

export default Invoice;
