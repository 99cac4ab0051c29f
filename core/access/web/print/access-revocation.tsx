import { useFormats } from '#platform/web/i18n/formats.ts';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedRevocation } from '../../common/revocation.ts';
import { useText } from '../texts.ts';
import classes from './AccessRevocation.module.css';

/** The list of the locks from which the codes of somebody are gone, on A4, with lines to sign. */
const AccessRevocation: PrintPage<PrintedRevocation> = ({ document: { data } }) => {
  const t = useText();
  const { number } = useFormats();
  const at = (time: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: data.zone, dateStyle: 'short', timeStyle: 'medium' }).format(
      new Date(time),
    );
  const facts = [
    [t('columns.holder'), data.holder],
    [t('columns.endReason'), t(`values.endReason.${data.reason}`)],
    [t('columns.endedAt'), at(data.at)],
    [t('columns.endedBy'), data.by ?? t('revocation.byItself')],
    [t('revocation.grants'), number(data.grants)],
    [t('proof.provenAt'), at(data.provenAt)],
  ] as const;
  return (
    <main>
      <header className={classes.head}>
        <div>
          <h1>{t('proof.title')}</h1>
          <p className={classes.dim}>
            <Bdi>{data.zone}</Bdi>
          </p>
        </div>
        <strong>
          <bdi>{data.company}</bdi>
        </strong>
      </header>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Bdi>{value}</Bdi>
            </dd>
          </div>
        ))}
      </dl>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('columns.device')}</th>
            <th>{t('columns.structure')}</th>
            <th>{t('tabs.codes')}</th>
            <th>{t('proof.removedAt')}</th>
          </tr>
        </thead>
        <tbody>
          {data.locks.map(({ device, site, codes, removedAt }) => (
            <tr key={device.id}>
              <td>
                <bdi>{device.name}</bdi>
              </td>
              <td>
                <bdi>{site ?? '–'}</bdi>
              </td>
              <td>{number(codes)}</td>
              <td>{removedAt ? <Bdi>{at(removedAt)}</Bdi> : t('revocation.noCode')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.signatures}>
        <span>{t('proof.signature')}</span>
        <span>{t('proof.date')}</span>
      </div>
      <footer className={classes.foot}>
        <div>
          <p>{t('proof.check')}</p>
          <p className={classes.code}>
            <Bdi>{data.address}</Bdi>
          </p>
          <p className={classes.code}>
            {t('proof.seal')}: <Bdi>{data.seal}</Bdi>
          </p>
        </div>
        <QrCode text={data.address} label={t('proof.check')} />
      </footer>
    </main>
  );
};

export default AccessRevocation;
