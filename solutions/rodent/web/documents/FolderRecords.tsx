import { useFormats } from '#platform/web/i18n/formats.ts';
import { SheetTable } from '#platform/web/print/Sheet.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { useText } from '../texts.ts';
import type { FolderPart } from './FolderFigures.tsx';
import { printedDay } from './printed.ts';

const dayOf = printedDay('UTC');

/** Visits with their signatures, corrective actions and products. */
export function FolderRecords({ data, at }: FolderPart) {
  return (
    <>
      <Visits data={data} at={at} />
      <Actions data={data} at={at} />
      <Products data={data} at={at} />
    </>
  );
}

function Visits({ data: { visits }, at }: FolderPart) {
  const t = useText();
  const { number } = useFormats();
  return (
    <section>
      <h2>{t('folder.visits')}</h2>
      {visits.length === 0 ? (
        <p>{t('folder.noVisits')}</p>
      ) : (
        <SheetTable
          headings={[
            t('columns.number'),
            t('columns.at'),
            t('columns.kind'),
            t('columns.technician'),
            t('columns.checked'),
            t('folder.signature'),
          ]}
        >
          {visits.map((one) => (
            <tr key={one.id}>
              <td>
                <Bdi>{one.number}</Bdi>
              </td>
              <td>
                <Bdi>{at(one.at)}</Bdi>
              </td>
              <td>{t(`values.kind.${one.kind}`)}</td>
              <td>
                <bdi>{[one.technician, one.provider].filter(Boolean).join(' · ') || '–'}</bdi>
              </td>
              <td>{number(one.lines)}</td>
              <td>
                {one.signedAt ? (
                  <>
                    <bdi>{one.signedBy}</bdi> · <Bdi>{at(one.signedAt)}</Bdi>
                    {one.addenda > 0 && ` · ${t('addenda')}: ${number(one.addenda)}`}
                  </>
                ) : (
                  t(`values.state.${one.state}`)
                )}
              </td>
            </tr>
          ))}
        </SheetTable>
      )}
    </section>
  );
}

function Actions({ data: { actions }, at }: FolderPart) {
  const t = useText();
  return (
    <section>
      <h2>{t('folder.actions')}</h2>
      {actions.length === 0 ? (
        <p>{t('noRecommendations')}</p>
      ) : (
        <SheetTable
          headings={[
            t('records.rodentVisit'),
            t('fields.text'),
            t('fields.dueOn'),
            t('fields.ownerId'),
            t('columns.state'),
            t('fields.remark'),
          ]}
        >
          {actions.map((one) => (
            <tr key={one.id}>
              <td>
                <Bdi>{one.visit}</Bdi>
              </td>
              <td>
                <bdi>{one.text}</bdi>
              </td>
              <td>
                <Bdi>{dayOf(one.dueOn)}</Bdi>
              </td>
              <td>
                <bdi>{one.owner ?? '–'}</bdi>
              </td>
              <td>
                {t(`values.recommendation.${one.overdue ? 'overdue' : one.state}`)}
                {one.doneAt && (
                  <>
                    {' '}
                    <Bdi>{at(one.doneAt)}</Bdi>
                  </>
                )}
              </td>
              <td>
                <bdi>{one.note ?? '–'}</bdi>
              </td>
            </tr>
          ))}
        </SheetTable>
      )}
    </section>
  );
}

function Products({ data: { materials }, at }: FolderPart) {
  const t = useText();
  const { number } = useFormats();
  return (
    <section>
      <h2>{t('tabs.materials')}</h2>
      {materials.length === 0 ? (
        <p>{t('noMaterials')}</p>
      ) : (
        <SheetTable
          headings={[
            t('columns.at'),
            t('columns.product'),
            t('columns.registration'),
            t('columns.batch'),
            t('columns.amount'),
            t('columns.trap'),
          ]}
        >
          {materials.map((one) => (
            <tr key={one.id}>
              <td>
                <Bdi>{at(one.at)}</Bdi>
              </td>
              <td>
                <bdi>{one.product}</bdi>
                {one.toxic && ` (${t('fields.toxic')})`}
              </td>
              <td>
                <bdi>{one.registration ?? '–'}</bdi>
              </td>
              <td>
                <bdi>{one.batch ?? '–'}</bdi>
              </td>
              <td>{one.amount === 0 ? t('takenAway') : `${number(one.amount)} ${t(`values.unit.${one.unit}`)}`}</td>
              <td>
                <bdi>{one.trap ?? t('wholeSite')}</bdi>
              </td>
            </tr>
          ))}
        </SheetTable>
      )}
    </section>
  );
}
