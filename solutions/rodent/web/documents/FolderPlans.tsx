import { SheetTable } from '#platform/web/print/Sheet.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedFolder } from '../../common/documents.ts';
import classes from '../print/TrapDocuments.module.css';
import { useText } from '../texts.ts';
import type { FolderPart } from './FolderFigures.tsx';
import { trapLabel } from './printed.ts';

/** The traps, and the plans with their numbers as they were at the end of each quarter. */
export function FolderPlans({ data, at }: FolderPart) {
  const t = useText();
  return (
    <>
      <section>
        <h2>{t('folder.traps')}</h2>
        <SheetTable
          headings={[t('columns.number'), t('folder.name'), t('columns.kind'), t('columns.zone'), t('report.place')]}
        >
          {data.traps.map((trap) => (
            <tr key={trap.id}>
              <td>
                <Bdi>{trapLabel(trap)}</Bdi>
              </td>
              <td>
                <bdi>{trap.name}</bdi>
              </td>
              <td>{t(`values.trapKind.${trap.kind}`)}</td>
              <td>{t(`values.zone.${trap.zone}`)}</td>
              <td>
                <bdi>{[trap.floor, trap.space].filter(Boolean).join(' · ') || '–'}</bdi>
              </td>
            </tr>
          ))}
        </SheetTable>
      </section>
      {data.plans.map((plan) => (
        <Plan key={`${plan.at} ${plan.layoutId}`} plan={plan} data={data} at={at} />
      ))}
    </>
  );
}

/** A plan is not taller than a page. */
const tallest = 225;

function Plan({
  plan: { at: end, layoutId, name, spots },
  data,
  at,
}: FolderPart & { plan: PrintedFolder['plans'][number] }) {
  const t = useText();
  const picture = data.pictures[layoutId];
  if (!picture) return null;
  return (
    <figure className={classes.plan}>
      <figcaption>{t('folder.planAt', { plan: name, at: at(end) })}</figcaption>
      <div className={classes.picture} dir="ltr" style={{ inlineSize: `min(100%, ${tallest * picture.ratio}mm)` }}>
        <img src={picture.address} alt={name} />
        {spots.map(({ label, x, y }) => (
          <span key={`${label} ${x} ${y}`} className={classes.spot} style={{ left: `${x * 100}%`, top: `${y * 100}%` }}>
            {label}
          </span>
        ))}
      </div>
    </figure>
  );
}
