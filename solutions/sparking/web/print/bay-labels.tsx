import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { BayLabels as Labels } from '../../common/pairing.ts';
import classes from './BayLabels.module.css';

/** The signs of bays on A4, eight on each page: the number to be read from a car, and the code that installers scan. */
const BayLabels: PrintPage<Labels> = ({ document: { data } }) => (
  <main className={classes.sheet}>
    {data.bays.map(({ number, code, floor }) => (
      <article key={`${floor} ${number}`} className={classes.label}>
        <QrCode text={code} label={code} />
        <div className={classes.text}>
          {/* Long numbers are smaller, so that none is cut. */}
          <p className={classes.number} data-long={number.length > 6 || undefined}>
            <Bdi>{number}</Bdi>
          </p>
          <p className={classes.place}>
            <bdi>{data.location}</bdi>
          </p>
          {floor && (
            <p className={classes.place}>
              <bdi>{floor}</bdi>
            </p>
          )}
        </div>
      </article>
    ))}
  </main>
);

export default BayLabels;
