import { Group, Input, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import { schedule } from '#core/schedules/common/schedule.ts';
import { ScheduleSelect } from '#core/schedules/web/parts.tsx';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { TagSelect } from '#platform/web/ui/input/TagSelect.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { ShownRoute } from '../../common/routes/route.ts';
import { routesAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { BestOrder } from './BestOrder.tsx';
import { bodyOf, draftOfRoute, type RouteBody, routeSchema } from './draft.ts';
import classes from './Planner.module.css';
import { RouteMap } from './RouteMap.tsx';
import { RouteStops } from './RouteStops.tsx';
import { usePlanner } from './use-planner.ts';
import { useWay } from './use-way.ts';

type Props = {
  companyId: number;
  before: ShownRoute | undefined;
  save(body: RouteBody): Promise<unknown>;
};

/** Plans a route: its stops on a map and in a list, who drives it and when. */
export function RouteForm({ companyId, before, save }: Props) {
  const phone = usePhone();
  const form = useEntityForm(routeSchema, {
    namespace: 'fleet',
    initial: draftOfRoute(before),
    save: (values) => save(bodyOf(values)),
  });
  const { stops, corridor } = form.values;
  const planner = usePlanner(stops, (next) => form.set('stops', next));
  const way = useWay(stops, before);
  const map = (
    <RouteMap planner={planner} way={way} corridor={typeof corridor === 'number' ? corridor : 0} fills={!phone} />
  );
  return (
    <div className={classes.planner}>
      <Panel>
        <EntityForm form={form} cancelTo={routesAddress}>
          <TextInput {...form.field('name')} />
          {phone && map}
          <StopsField form={form} planner={planner} way={way} />
          <Driven form={form} companyId={companyId} before={before} />
        </EntityForm>
      </Panel>
      {!phone && <div className={classes.map}>{map}</div>}
    </div>
  );
}

type Form = ReturnType<typeof useEntityForm<typeof routeSchema>>;
type StopsProps = { form: Form; planner: ReturnType<typeof usePlanner>; way: ReturnType<typeof useWay> };

function StopsField({ form, planner, way }: StopsProps) {
  const t = useText();
  return (
    <Input.Wrapper label={t('planner.stops')} labelElement="div" error={form.errorAt('stops')} withAsterisk>
      <Stack gap="sm">
        <RouteStops planner={planner} way={way} errorAt={form.errorAt} />
        <BestOrder planner={planner} />
      </Stack>
    </Input.Wrapper>
  );
}

/** Who drives the route, when, and how far from it is still on it. */
function Driven({ form, companyId, before }: { form: Form } & Pick<Props, 'companyId' | 'before'>) {
  const t = useText();
  return (
    <>
      <TagSelect
        label={t('columns.vehicleIds')}
        queryKey={[...api.vehicle.list.keyPrefix, 'of-route']}
        search={async ({ search, skip, limit }) => {
          const list = { skip, limit, total: false, ...(search ? { search } : {}) };
          const { data } = await api.vehicle.list.send({ list, silent: true });
          return { data: data.map(({ id, name }) => ({ value: String(id), label: name })), totalRecords: undefined };
        }}
        value={form.values.vehicleIds}
        onChange={(vehicles) => form.set('vehicleIds', vehicles)}
        error={form.errorAt('vehicleIds')}
      />
      <Can access={schedule.can('read')}>
        <ScheduleSelect {...form.field('scheduleId')} companyId={companyId} known={before?.schedule ?? undefined} />
      </Can>
      <Group grow align="start">
        <NumberInput
          {...form.field('tolerance')}
          description={t('planner.toleranceHint')}
          min={0}
          max={120}
          allowDecimal={false}
        />
        <NumberInput
          {...form.field('corridor')}
          description={t('planner.corridorHint')}
          min={50}
          max={2000}
          step={50}
          allowDecimal={false}
          suffix={unitSuffix('m')}
        />
      </Group>
      <Switch {...form.field('active', 'checkbox')} />
    </>
  );
}
