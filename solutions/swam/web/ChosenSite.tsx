import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { OpenAlarms } from '#core/alarms/web/parts.tsx';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { DeviceLink } from '#core/devices/web/parts.tsx';
import { PlansPanel } from '#core/layouts/web/parts.tsx';
import type { SiteUsage } from '#core/metering/common/consumption.ts';
import { changeOfUsage } from '#core/metering/web/parts.tsx';
import { siteAddress } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { WidgetFigure, WidgetFigures, WidgetRow, WidgetRows } from '#platform/web/ui/widget/WidgetRows.tsx';
import { swam } from '../app.ts';
import { AlarmKinds } from './AlarmKinds.tsx';
import { api, useText } from './api.ts';
import { SiteNights } from './SiteNights.tsx';
import { SiteQuality } from './SiteQuality.tsx';
import { useSiteSearch } from './use-site-search.ts';

type Props = { id: number; period: { from: string; to: string } };

/** The chosen site in the period: consumption by utility, alarms, plans and the meters that counted most. */
export function ChosenSite({ id, period }: Props) {
  const t = useText();
  const searchOf = useSiteSearch();
  const site = useData(api.analysis.portfolio, { list: { filter: { id }, limit: 1 } }, { silent: true });
  const [row] = site.data?.data ?? [];
  if (!row) return <QueryBoundary of={site} />;
  return (
    <>
      <Panel
        title={row.name}
        aside={
          <Group gap="md">
            <Anchor component={Link} to={searchOf(null)} preventScrollReset>
              {t('portfolio.back')}
            </Anchor>
            <Anchor component={Link} to={siteAddress(id)}>
              {t('portfolio.open')}
            </Anchor>
          </Group>
        }
      >
        <Tiles id={id} period={period} />
      </Panel>
      <Panel title={t('portfolio.openAlarms')}>
        <AlarmKinds id={id} period={period} />
        <OpenAlarms structureId={id} />
      </Panel>
      <SiteQuality id={id} />
      <TopMeters id={id} period={period} />
      <SiteNights id={id} />
      <PlansPanel structure={row} />
    </>
  );
}

function Tiles({ id, period }: Props) {
  const t = useText();
  const query = useData(api.analysis.consumption, { query: period, list: { filter: { id } } }, { silent: true });
  if (!query.data) return <QueryBoundary of={query} />;
  if (query.data.data.length === 0) return <WidgetRows calm={t('portfolio.none')}>{[]}</WidgetRows>;
  return (
    <WidgetFigures>
      {query.data.data.map((usage) => (
        <Tile key={usage.key} usage={usage} />
      ))}
    </WidgetFigures>
  );
}

function Tile({ usage: { utility, unit, amount, compared, perArea, known, meters } }: { usage: SiteUsage }) {
  const t = useText();
  const { label } = useLabels('metering');
  const { number } = useFormats();
  const change = changeOfUsage(compared);
  const notes = [
    compared && t('portfolio.before', { value: `${number(compared.before, 0)} ${unit}` }),
    change !== null && `${change > 0 ? '+' : ''}${change}%`,
    perArea !== null && t('portfolio.per', { value: `${number(perArea, 2)} ${unit}` }),
    known < meters && t('portfolio.coverage', { known, all: meters }),
  ].filter((note) => typeof note === 'string');
  return (
    <WidgetFigure
      name={label(`values.utility.${utility}`)}
      value={`${number(amount, 0)} ${unit}`}
      note={notes.map((note, n) => (
        <span key={note}>
          {n > 0 && ' · '}
          <bdi>{note}</bdi>
        </span>
      ))}
    />
  );
}

function TopMeters({ id, period }: Props) {
  const t = useText();
  const { number } = useFormats();
  const query = useData(api.analysis.topMeters, { params: { id }, query: period }, { silent: true });
  return (
    <Panel title={t('portfolio.top')}>
      {query.data ? (
        <WidgetRows calm={t('portfolio.none')}>
          {query.data.map((meter) => (
            <WidgetRow
              key={meter.id}
              title={<DeviceLink to={deviceAddress(swam, meter)} name={meter.name} />}
              aside={<Bdi>{`${number(meter.amount, 1)} ${meter.unit}`}</Bdi>}
            />
          ))}
        </WidgetRows>
      ) : (
        <QueryBoundary of={query} />
      )}
    </Panel>
  );
}
