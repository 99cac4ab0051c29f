import { useFormats } from '#platform/web/i18n/formats.ts';
import sheet from '#platform/web/print/Sheet.module.css';
import { SheetFacts, SheetFoot, SheetHead, SheetTable } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedRevocation } from '../../common/revocation.ts';
import { useText } from '../texts.ts';
import classes from './AccessRevocation.module.css';

/** The list of locks from which the codes and cards of a person were removed, on A4, with lines to sign. */
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
    <main className={sheet.numbered}>
      <SheetHead title={t('proof.title')} under={<Bdi>{data.zone}</Bdi>} company={data.company} />
      <SheetFacts items={facts} dir="auto" />
      <SheetTable
        headings={[
          t('columns.device'),
          t('columns.structure'),
          t('proof.codes'),
          t('proof.cards'),
          t('proof.removedAt'),
        ]}
      >
        {data.locks.map(({ device, site, codes, cards = 0, removedAt }) => (
          <tr key={device.id}>
            <td>
              <bdi>{device.name}</bdi>
            </td>
            <td>
              <bdi>{site ?? '–'}</bdi>
            </td>
            <td>{number(codes)}</td>
            <td>{number(cards)}</td>
            <td>{removedAt ? <Bdi>{at(removedAt)}</Bdi> : t('revocation.noCode')}</td>
          </tr>
        ))}
      </SheetTable>
      <div className={classes.signatures}>
        <span>{t('proof.signature')}</span>
        <span>{t('proof.date')}</span>
      </div>
      <SheetFoot code={{ text: data.address, label: t('proof.check') }}>
        <p>{t('proof.check')}</p>
        <p>
          <Bdi>{data.address}</Bdi>
        </p>
        <p>
          {t('proof.seal')}: <Bdi>{data.seal}</Bdi>
        </p>
      </SheetFoot>
    </main>
  );
};

export default AccessRevocation;
