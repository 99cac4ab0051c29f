import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { LabelSheet } from '../../common/deployment.ts';
import classes from './DeviceLabels.module.css';

/** The labels of the devices of an order on A4, 24 on each page. Each code leads to the device in the inventory. */
const DeviceLabels: PrintPage<LabelSheet> = ({ document: { data } }) => (
  <main className={classes.sheet}>
    {data.labels.map(({ serial, nameEn, nameAr, address }) => (
      <article key={serial} className={classes.label}>
        <QrCode text={address} label={serial} />
        <div>
          <p dir="ltr">{nameEn}</p>
          <p dir="rtl" lang="ar">
            {nameAr}
          </p>
          <p className={classes.serial}>
            <Bdi>{serial}</Bdi>
          </p>
          <p className={classes.order}>
            <Bdi>{data.order}</Bdi>
          </p>
        </div>
      </article>
    ))}
  </main>
);

export default DeviceLabels;
