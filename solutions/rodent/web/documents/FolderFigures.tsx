import { withUnit } from '#platform/common/text/with-unit.ts';
import { formatHours } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { SheetTable } from '#platform/web/print/Sheet.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { PrintedFolder } from '../../common/documents.ts';
import { trapZones } from '../../common/trap.ts';
import { useText } from '../texts.ts';
import { printedDays } from './printed.ts';

export type FolderPart = { data: PrintedFolder; at(time: string): string };

/** Hits and trend by quarter, response times, and the times in which traps were not heard. */
export function FolderFigures({ data, at }: FolderPart) {
  return (
    <>
      <Quarters data={data} />
      <Responses data={data} />
      <Gaps data={data} at={at} />
    </>
  );
}

function Quarters({ data: { quarters, limits, zone } }: Pick<FolderPart, 'data'>) {
  const t = useText();
  const { number } = useFormats();
  const rate = (value: number | null) => (value === null ? '–' : number(value, 1));
  const days = printedDays(zone);
  const limitOf = ({ zone: of, amber, red }: { zone: string; amber: number; red: number }) =>
    amber === 0
      ? t(red === 0 ? 'folder.anyIsRed' : 'folder.anyIsAmber', { zone: of, red: number(red) })
      : t('folder.limit', { zone: of, amber: number(amber), red: number(red) });
  return (
    <section>
      <h2>{t('folder.trend')}</h2>
      <p>{t('folder.counted')}</p>
      <p>
        {t(limits.stated ? 'folder.limits' : 'folder.usualLimits')}{' '}
        {trapZones.map((of) => limitOf({ zone: t(`values.zone.${of}`), ...limits.zones[of] })).join(' ')}
      </p>
      <SheetTable
        headings={[
          t('folder.quarter'),
          t('columns.zone'),
          t('analysis.hits'),
          t('analysis.catches'),
          t('analysis.false'),
          t('analysis.nights'),
          t('folder.rate'),
          t('folder.before'),
          t('folder.level'),
        ]}
      >
        {quarters.flatMap(({ from, to, zones }) =>
          zones.map((one) => (
            <tr key={`${from} ${one.zone}`}>
              <td>
                <Bdi>{days({ from, to })}</Bdi>
              </td>
              <td>{t(`values.zone.${one.zone}`)}</td>
              <td>{number(one.hits)}</td>
              <td>{number(one.catches)}</td>
              <td>{number(one.wrong)}</td>
              <td>{number(one.nights, 0)}</td>
              <td>{rate(one.rate)}</td>
              <td>{rate(one.before)}</td>
              <td>{t(one.level ? `folder.levels.${one.level}` : 'folder.fewNights')}</td>
            </tr>
          )),
        )}
      </SheetTable>
    </section>
  );
}

function Responses({ data: { responses } }: Pick<FolderPart, 'data'>) {
  const t = useText();
  const { number, language } = useFormats();
  const hours = (value: number | null) => <Bdi>{value === null ? '–' : formatHours(value, language)}</Bdi>;
  return (
    <section>
      <h2>{t('folder.responses')}</h2>
      {responses.length === 0 ? (
        <p>{t('folder.noHits')}</p>
      ) : (
        <SheetTable
          headings={[
            t('columns.zone'),
            t('analysis.hits'),
            t('folder.median'),
            t('folder.p90'),
            t('folder.policyHours'),
            t('folder.within'),
          ]}
        >
          {responses.map((one) => (
            <tr key={one.zone}>
              <td>{t(`values.zone.${one.zone}`)}</td>
              <td>{number(one.hits)}</td>
              <td>{hours(one.median)}</td>
              <td>{hours(one.p90)}</td>
              <td>{hours(one.hours)}</td>
              <td>{one.within === null ? '–' : withUnit(number(one.within * 100, 0), '%')}</td>
            </tr>
          ))}
        </SheetTable>
      )}
    </section>
  );
}

function Gaps({ data: { gaps }, at }: FolderPart) {
  const t = useText();
  return (
    <section>
      <h2>{t('folder.gaps')}</h2>
      {gaps.length === 0 ? (
        <p>{t('folder.noGaps')}</p>
      ) : (
        <ul>
          {gaps.map(({ label: trap, from, to }) => (
            <li key={`${trap} ${from}`}>
              {to === null
                ? t('folder.gapGoesOn', { trap, from: at(from) })
                : t('folder.gap', { trap, from: at(from), to: at(to) })}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
