import { Button, Group, Text } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useOtherCustomer } from '#core/devices/web/parts.tsx';
import { useHighestPrice } from '#core/metering/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { WidgetFigure, WidgetFigures } from '#platform/web/ui/widget/WidgetRows.tsx';
import { nightConclusions } from '../../common/derived/night-flow.ts';
import type { WaterFlowReply } from '../../common/insights.ts';
import { api } from '../api.ts';
import classes from './Panels.module.css';
import { Derived, derivedOptions, type PanelProps } from './parts.tsx';
import { useText } from './texts.ts';
import { WaterUsePanel } from './WaterUsePanel.tsx';

/** The figures of the nights with their bars, in px. */
const nightsHeight = 265;

/** The water of today, the lowest flow of the nights, and what that means for leaks. */
export function NightFlow({ device }: PanelProps) {
  const t = useText();
  const query = useData(api.insight.waterFlow, { params: { id: device.id } }, derivedOptions);
  const [editing, setEditing] = useState(false);
  const otherCustomer = useOtherCustomer(device);
  return (
    <Panel
      title={t('night.title')}
      aside={
        !otherCustomer &&
        device.structure && (
          <Can access={api.setting.waterUse.route.access} on={{ resource: device.structure.id }}>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconSettings size={iconSizes.sm} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {t('night.edit')}
            </Button>
          </Can>
        )
      }
    >
      <Derived of={query} height={nightsHeight}>
        {(flow) => <Nights device={device} flow={flow} />}
      </Derived>
      {editing && query.data && (
        <WaterUsePanel device={device} use={query.data.use} onClose={() => setEditing(false)} />
      )}
    </Panel>
  );
}

const conclusionTones = { unusual: 'poor', continuous: 'poor', steady: 'ok', quiet: 'good' } as const;

function Nights({ device, flow }: PanelProps & { flow: WaterFlowReply }) {
  const t = useText();
  const { number } = useFormats();
  const price = useHighestPrice(device);
  const { today, nights, usual, leak, lossPerYear, unusual, use } = flow;
  const newest = nights[0]?.flow ?? null;
  const perMinute = (value: number | null) => (value === null ? '–' : `${number(value, 2)} L/min`);
  return (
    <>
      <div className={classes.chips}>
        {(newest === null ? [] : nightConclusions(flow)).map((conclusion) => (
          <ToneChip key={conclusion} tone={conclusionTones[conclusion]}>
            {t(`night.${conclusion}`)}
          </ToneChip>
        ))}
      </div>
      <WidgetFigures>
        <WidgetFigure name={t('night.today')} value={today === null ? '–' : `${number(today, 2)} m³`} />
        <WidgetFigure
          name={t('night.flow')}
          value={perMinute(newest)}
          note={usual === null ? t('night.noUsual') : t('night.usual', { flow: perMinute(usual) })}
        />
        <WidgetFigure
          name={t('night.leak')}
          value={leak === null ? '–' : `${number(leak, 1)} L/h`}
          tone={unusual ? 'poor' : undefined}
          note={
            use.watched ? t('night.use', { use: number(use.dwellings * use.perDwelling, 1) }) : t('night.unwatched')
          }
        />
        <WidgetFigure
          name={t('night.loss')}
          value={lossPerYear === null ? '–' : `${number(lossPerYear, 0)} m³`}
          note={lossPerYear !== null && price && <Bdi>{price(lossPerYear)}</Bdi>}
        />
      </WidgetFigures>
      <NightBars nights={nights} usual={usual} />
    </>
  );
}

/** The nights as bars, the oldest first. */
function NightBars({ nights, usual }: Pick<WaterFlowReply, 'nights' | 'usual'>) {
  const t = useText();
  const { number, date } = useFormats();
  const highest = Math.max(...nights.map(({ flow }) => flow ?? 0), (usual ?? 0) * 2);
  if (!(highest > 0)) return null;
  const flowOf = (flow: number) => `${number(flow, 2)} L/min`;
  const dayOf = (day: string) => date(`${day}T12:00:00Z`, 'date');
  const [newest, oldest] = [nights[0], nights.at(-1)];
  return (
    <figure className={classes.nights}>
      <Group component="figcaption" justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t('night.bars')}
        </Text>
        <Text size="xs" c="dimmed">
          <Bdi>{flowOf(highest)}</Bdi>
        </Text>
      </Group>
      <ol>
        {nights.toReversed().map(({ day, flow }) => {
          const unusual = flow !== null && usual !== null && flow > 2 * usual;
          const text = `${dayOf(day)}: ${flow === null ? t('night.unknown') : flowOf(flow)}`;
          return (
            <li key={day} title={text}>
              <span
                data-severity={unusual ? 'poor' : undefined}
                data-unknown={flow === null || undefined}
                style={{ blockSize: `${((flow ?? highest) / highest) * 100}%` }}
              />
              <span className={classes.hidden}>{text}</span>
            </li>
          );
        })}
      </ol>
      {oldest && newest && (
        <div className={classes.ends} dir="ltr" aria-hidden>
          <span>{dayOf(oldest.day)}</span>
          <span>{dayOf(newest.day)}</span>
        </div>
      )}
    </figure>
  );
}
