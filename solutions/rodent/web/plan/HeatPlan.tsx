import { Anchor, Table, Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Link } from 'react-router';
import type { Layout } from '#core/layouts/common/layout.ts';
import { PlanStage } from '#core/layouts/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { rodent } from '../../app.ts';
import type { TrapOnPlan } from '../../common/analysis.ts';
import { useText } from '../texts.ts';
import classes from './HeatPlan.module.css';
import { heatOf, isHeard } from './heat.ts';

type Props = { layout: Layout; traps: readonly TrapOnPlan[] };

const labelOf = ({ number, name }: Pick<TrapOnPlan, 'number' | 'name'>) => (number === null ? name : String(number));
const addressOf = ({ id }: Pick<TrapOnPlan, 'id'>) => `${rodent.web}/devices/details/${id}`;
const nothing = () => undefined;
/** Smaller circles are drawn over larger ones. */
const largestFirst = (traps: readonly TrapOnPlan[]) =>
  traps.toSorted((a, b) => b.hits - a.hits || (a.number ?? Infinity) - (b.number ?? Infinity));

/** A plan with a circle for each trap: the more hits it had, the larger, with their number in it. */
export function HeatPlan({ layout, traps }: Props) {
  const t = useText();
  const { number } = useFormats();
  const most = Math.max(0, ...traps.map(({ hits }) => hits));
  const textOf = (trap: TrapOnPlan) =>
    isHeard(trap)
      ? t('heat.trap', {
          trap: labelOf(trap),
          hits: t('analysis.hitCount', { count: trap.hits, shown: number(trap.hits) }),
        })
      : t('heat.unheardTrap', { trap: labelOf(trap) });
  return (
    <>
      <div className={classes.plan}>
        <PlanStage layout={layout} aiming={false} crowded={false} onTap={nothing}>
          {() =>
            largestFirst(traps).map((trap) => {
              const { size, tone } = heatOf(trap, most);
              return (
                <Link
                  key={trap.id}
                  to={addressOf(trap)}
                  className={classes.circle}
                  data-tone={tone}
                  style={{ '--x': trap.x, '--y': trap.y, '--size': `${size}rem` } as CSSProperties}
                  aria-label={textOf(trap)}
                  title={textOf(trap)}
                  draggable={false}
                  onPointerDown={(event) => event.stopPropagation()}
                >
                  <span aria-hidden>{isHeard(trap) ? number(trap.hits) : '–'}</span>
                  <span className={classes.number} aria-hidden>
                    {labelOf(trap)}
                  </span>
                </Link>
              );
            })
          }
        </PlanStage>
      </div>
      <ul className={classes.legend} aria-label={t('heat.legend')}>
        <li>
          {(['ok', 'poor', 'problem'] as const).map((tone) => (
            <span key={tone} className={classes.sample} data-tone={tone} aria-hidden />
          ))}
          {t('heat.heard')}
        </li>
        <li>
          <span className={classes.sample} data-tone="unheard" aria-hidden />
          {t('heat.unheard')}
        </li>
      </ul>
      {traps.length === 0 ? <Text c="dimmed">{t('heat.empty')}</Text> : <Figures traps={traps} />}
    </>
  );
}

/** The same in figures, the trap with the most hits first. */
function Figures({ traps }: Pick<Props, 'traps'>) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Panel title={t('heat.all')}>
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('columns.trap')}</Table.Th>
              <Table.Th>{t('analysis.hits')}</Table.Th>
              <Table.Th>{t('analysis.catches')}</Table.Th>
              <Table.Th>{t('analysis.false')}</Table.Th>
              <Table.Th>{t('analysis.nights')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {largestFirst(traps).map((trap) => (
              <Table.Tr key={trap.id}>
                <Table.Td>
                  <Anchor component={Link} to={addressOf(trap)} inherit>
                    <bdi>{trap.number === null ? trap.name : `${trap.number} · ${trap.name}`}</bdi>
                  </Anchor>
                </Table.Td>
                <Table.Td>{number(trap.hits)}</Table.Td>
                <Table.Td>{number(trap.catches)}</Table.Td>
                <Table.Td>{number(trap.false)}</Table.Td>
                <Table.Td>{isHeard(trap) ? number(trap.nights, 0) : t('heat.unheard')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
