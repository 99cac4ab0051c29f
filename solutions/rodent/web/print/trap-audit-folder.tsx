import { useFormats } from '#platform/web/i18n/formats.ts';
import sheet from '#platform/web/print/Sheet.module.css';
import { SheetFacts, SheetFoot, SheetHead } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedFolder } from '../../common/documents.ts';
import { FolderFigures } from '../documents/FolderFigures.tsx';
import { FolderLicences } from '../documents/FolderLicences.tsx';
import { FolderPlans } from '../documents/FolderPlans.tsx';
import { FolderRecords } from '../documents/FolderRecords.tsx';
import { printedDays, printedTime } from '../documents/printed.ts';
import { useText } from '../texts.ts';

/** All about the traps of a site in a period, for an auditor, on A4. */
const TrapAuditFolder: PrintPage<PrintedFolder> = ({ document: { data } }) => {
  const t = useText();
  const { number } = useFormats();
  const at = printedTime(data.zone);
  return (
    <main className={sheet.numbered}>
      <SheetHead title={t('folder.title')} under={<Bdi>{printedDays(data.zone)(data)}</Bdi>} company={data.company}>
        <bdi>{data.site}</bdi>
      </SheetHead>
      <SheetFacts
        dir="auto"
        items={[
          [t('columns.structure'), data.site],
          [t('fields.contractor'), data.contractor],
          [t('policy'), t(data.poisonFree ? 'fields.poisonFree' : 'poisonAllowed')],
          [t('folder.traps'), number(data.traps.length)],
          [t('folder.visits'), number(data.visits.length)],
          [t('folder.timeZone'), data.zone],
        ]}
      />
      <FolderFigures data={data} at={at} />
      <FolderPlans data={data} at={at} />
      <FolderRecords data={data} at={at} />
      <FolderLicences data={data} at={at} />
      <SheetFoot code={{ text: data.address, label: t('verify.check') }}>
        <p>{t('verify.check')}</p>
        <p>
          <Bdi>{data.address}</Bdi>
        </p>
      </SheetFoot>
    </main>
  );
};

export default TrapAuditFolder;
