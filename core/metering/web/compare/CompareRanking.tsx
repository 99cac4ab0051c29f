import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { CompareReply } from '../../common/compare.ts';
import classes from '../Metering.module.css';
import { useText } from '../texts.ts';
import { rankingOf } from './ranking.ts';
import { DaysKnown } from './ranking-cells.tsx';

/** The compared structures or devices, the highest first. */
export function CompareRanking({ reply }: { reply: CompareReply }) {
  const t = useText();
  const { number } = useFormats();
  const { unit, decimals, counter } = reply;
  const amount = (value: number | null) => <Bdi>{value === null ? '–' : `${number(value, decimals)} ${unit}`}</Bdi>;
  const percent = (value: number | null) => (
    // Without the sign of a rounded zero.
    <Bdi>{value === null ? '–' : `${value >= 0.5 ? '+' : ''}${number(Math.round(value) || 0, 0)}%`}</Bdi>
  );
  const shows = reply.items.some(({ before }) => before !== null);
  return (
    <table className={classes.table} aria-label={t('compare.ranking')}>
      <thead>
        <tr>
          <th scope="col">{t('compare.name')}</th>
          <th scope="col" data-number className={classes.wide}>
            {t('compare.devices')}
          </th>
          <th scope="col" data-number>
            {t(counter ? 'compare.total' : 'compare.mean')}
          </th>
          <th scope="col" data-number className={shows ? classes.wide : undefined}>
            {t('compare.toFirst')}
          </th>
          <th scope="col" className={classes.wide}>
            {t('columns.days')}
          </th>
          {shows && (
            <>
              <th scope="col" data-number className={classes.wide}>
                {t('compare.before')}
              </th>
              <th scope="col" data-number>
                {t('compare.change')}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rankingOf(reply).map((item) => (
          <tr key={item.id}>
            <td>
              <bdi>{item.name}</bdi>
            </td>
            <td data-number className={classes.wide}>
              {number(item.devices)}
            </td>
            <td data-number>{amount(item.value)}</td>
            <td data-number className={shows ? classes.wide : undefined}>
              {percent(item.toFirst)}
            </td>
            <td className={classes.wide}>
              <DaysKnown {...item.days} />
            </td>
            {shows && (
              <>
                <td data-number className={classes.wide}>
                  {amount(item.before)}
                </td>
                <td data-number>{percent(item.change)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
