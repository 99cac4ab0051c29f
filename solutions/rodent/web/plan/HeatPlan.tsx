import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Layout } from '#core/layouts/common/layout.ts';
import { PlanStage } from '#core/layouts/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { TrapOnPlan } from '../../common/analysis.ts';
import { useText } from '../texts.ts';
import { addressOf, HeatCircles, largestFirst } from './HeatCircles.tsx';
import classes from './HeatPlan.module.css';
import { isHeard } from './heat.ts';

type Props = { layout: Layout; traps: readonly TrapOnPlan[] };

const nothing = () => undefined;

/** A plan with a circle for each trap: the more hits it had, the larger, with their number in it. */
export function HeatPlan({ layout, traps }: Props) {
  const t = useText();
  return (
    <>
      <div className={classes.plan}>
        <PlanStage layout={layout} aiming={false} crowded={false} onTap={nothing}>
          {() => <HeatCircles traps={traps} />}
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
        <li>{t('heat.together')}</li>
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
