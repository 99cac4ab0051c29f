import { SheetTable } from '#platform/web/print/Sheet.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedFolder } from '../../common/documents.ts';
import { useText } from '../texts.ts';
import type { FolderPart } from './FolderFigures.tsx';
import { printedDay } from './printed.ts';

const dayOf = printedDay('UTC');

/** The licences of those who led visits, and in words each visit that nobody with a valid one led. */
export function FolderLicences({ data: { licences, unlicensed, visits }, at }: FolderPart) {
  const t = useText();
  return (
    <section>
      <h2>{t('permissions.licence')}</h2>
      {licences.length === 0 ? (
        <p>{t('folder.noLicences')}</p>
      ) : (
        <SheetTable
          headings={[
            t('columns.technician'),
            t('columns.licence'),
            t('fields.authority'),
            t('licences.scope'),
            t('fields.validFrom'),
            t('columns.expiresOn'),
          ]}
        >
          {licences.map((one) => (
            <tr key={one.id}>
              <td>
                <bdi>{[one.technician, one.provider].filter(Boolean).join(' · ')}</bdi>
              </td>
              <td>
                <Bdi>{one.number}</Bdi>
              </td>
              <td>
                <bdi>{one.authority ?? '–'}</bdi>
              </td>
              <td>{t(one.everywhere ? 'licences.everywhere' : 'licences.thisSite')}</td>
              <td>
                <Bdi>{one.validFrom ? dayOf(one.validFrom) : '–'}</Bdi>
              </td>
              <td>
                <Bdi>{dayOf(one.expiresOn)}</Bdi>
              </td>
            </tr>
          ))}
        </SheetTable>
      )}
      {unlicensed.length === 0 && visits.length > 0 && <p>{t('folder.allLicensed')}</p>}
      {unlicensed.length > 0 && (
        <ul>
          {unlicensed.map((one) => (
            <li key={one.id}>
              <Unlicensed one={one} at={at} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Unlicensed({ one, at }: { one: PrintedFolder['unlicensed'][number]; at: FolderPart['at'] }) {
  const t = useText();
  const of = { visit: one.visit, at: at(one.at) };
  if (one.technician === null) return t('folder.noLeader', of);
  const led = { ...of, technician: one.technician };
  if (one.number === null) return t('folder.unlicensed', led);
  return t('folder.licenceExpired', { ...led, number: one.number, day: one.expiresOn ? dayOf(one.expiresOn) : '–' });
}
