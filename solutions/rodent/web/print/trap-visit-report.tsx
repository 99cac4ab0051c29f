import { useFormats } from '#platform/web/i18n/formats.ts';
import sheet from '#platform/web/print/Sheet.module.css';
import { SheetFacts, SheetFoot, SheetHead, SheetTable } from '#platform/web/print/Sheet.tsx';
import type { PrintPage } from '#platform/web/print/start-print.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedVisit } from '../../common/documents.ts';
import { printedDay, printedTime, trapLabel } from '../documents/printed.ts';
import { useText } from '../texts.ts';
import classes from './TrapDocuments.module.css';

const dayOf = printedDay('UTC');

/** The report of a signed visit on A4. */
const TrapVisitReport: PrintPage<PrintedVisit> = ({ document: { data } }) => {
  const t = useText();
  const { visit } = data;
  const at = printedTime(data.zone);
  const when = (time: string | null) => (time ? at(time) : null);
  return (
    <main className={sheet.numbered}>
      <SheetHead
        title={t('report.title', { number: visit.number })}
        under={<bdi>{data.site}</bdi>}
        company={data.company}
      >
        <Bdi>{data.zone}</Bdi>
      </SheetHead>
      <SheetFacts
        dir="auto"
        items={[
          [t('columns.kind'), t(`values.kind.${visit.kind}`)],
          [t('columns.technician'), visit.technician],
          [t('columns.provider'), visit.provider],
          [t('columns.startedAt'), when(visit.startedAt)],
          [t('columns.endedAt'), when(visit.endedAt)],
          [t('verify.signedAt'), when(visit.signedAt)],
          [t('fields.signedBy'), visit.signedBy],
          [t('fields.note'), visit.note],
        ]}
      />
      <Lines data={data} at={at} />
      <Materials data={data} at={at} />
      <Recommendations data={data} />
      <Photos data={data} />
      {data.signature && (
        <div className={classes.signature}>
          <figure>
            <img src={data.signature} alt={t('fields.signature')} />
            <figcaption className={classes.small}>
              <bdi>{visit.signedBy}</bdi>
            </figcaption>
          </figure>
          <span className={classes.small}>{visit.signedAt && <Bdi>{at(visit.signedAt)}</Bdi>}</span>
        </div>
      )}
      <Addenda data={data} at={at} />
      <SheetFoot code={{ text: data.address, label: t('verify.check') }}>
        <p>{t('verify.check')}</p>
        <p>
          <Bdi>{data.address}</Bdi>
        </p>
      </SheetFoot>
    </main>
  );
};

type Part = { data: PrintedVisit; at(time: string): string };

function Lines({ data: { lines }, at }: Part) {
  const t = useText();
  const { number } = useFormats();
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>{t('report.lines')}</h2>
      <SheetTable
        headings={[t('columns.trap'), t('report.place'), t('columns.at'), t('report.finding'), t('report.done')]}
      >
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <bdi>{trapLabel(line.trap)}</bdi>
            </td>
            <td>
              <bdi>{line.trap.space ?? t(`values.zone.${line.trap.zone}`)}</bdi>
            </td>
            <td>
              <Bdi>{at(line.at)}</Bdi>
            </td>
            <td>
              {[
                t(`values.finding.${line.finding}`),
                line.count && number(line.count),
                line.species && t(`values.species.${line.species}`),
                line.reason,
                line.gone && t('report.gone'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </td>
            <td>
              {[...line.actions.map((action) => t(`values.action.${action}`)), line.serial, line.person]
                .filter(Boolean)
                .join(' · ') || '–'}
            </td>
          </tr>
        ))}
      </SheetTable>
    </section>
  );
}

function Materials({ data: { materials }, at }: Part) {
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
            t('columns.product'),
            t('columns.registration'),
            t('columns.batch'),
            t('columns.amount'),
            t('columns.trap'),
            t('columns.at'),
          ]}
        >
          {materials.map((one) => (
            <tr key={one.id}>
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
                <bdi>{one.trap ? trapLabel(one.trap) : t('wholeSite')}</bdi>
              </td>
              <td>
                <Bdi>{at(one.at)}</Bdi>
              </td>
            </tr>
          ))}
        </SheetTable>
      )}
    </section>
  );
}

function Recommendations({ data: { recommendations } }: Pick<Part, 'data'>) {
  const t = useText();
  return (
    <section>
      <h2>{t('tabs.recommendations')}</h2>
      {recommendations.length === 0 ? (
        <p>{t('noRecommendations')}</p>
      ) : (
        <SheetTable headings={[t('fields.text'), t('fields.dueOn'), t('fields.ownerId'), t('columns.state')]}>
          {recommendations.map((one) => (
            <tr key={one.id}>
              <td>
                <bdi>{one.text}</bdi>
              </td>
              <td>
                <Bdi>{dayOf(one.dueOn)}</Bdi>
              </td>
              <td>
                <bdi>{one.owner ?? '–'}</bdi>
              </td>
              <td>{t(`values.recommendation.${one.state}`)}</td>
            </tr>
          ))}
        </SheetTable>
      )}
    </section>
  );
}

function Photos({ data: { lines, photos } }: Pick<Part, 'data'>) {
  const t = useText();
  const shown = lines.flatMap(({ trap, photos: ids }) =>
    ids.flatMap((id) => (photos[id] ? [{ id, src: photos[id], trap }] : [])),
  );
  const left = lines.reduce((sum, { photos: ids }) => sum + ids.length, 0) - shown.length;
  if (shown.length === 0) return null;
  return (
    <section>
      <h2>{t('fields.photos')}</h2>
      <div className={classes.photos}>
        {shown.map(({ id, src, trap }) => (
          <figure key={id}>
            <img src={src} alt={trapLabel(trap)} />
            <figcaption>
              <bdi>{trapLabel(trap)}</bdi>
            </figcaption>
          </figure>
        ))}
      </div>
      {left > 0 && <p className={classes.small}>{t('report.morePhotos', { count: left })}</p>}
    </section>
  );
}

function Addenda({ data: { addenda }, at }: Part) {
  const t = useText();
  if (addenda.length === 0) return null;
  return (
    <section>
      <h2>{t('addenda')}</h2>
      {addenda.map(({ id, text, createdAt, person }) => (
        <div key={id} className={classes.addendum}>
          <p>
            <bdi>{text}</bdi>
          </p>
          <p className={classes.small}>
            <bdi>{person}</bdi> · <Bdi>{at(createdAt)}</Bdi>
          </p>
        </div>
      ))}
    </section>
  );
}

export default TrapVisitReport;
