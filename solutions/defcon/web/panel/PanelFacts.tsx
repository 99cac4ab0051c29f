import { Anchor, Button, Group, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { SiteLink } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { panel as entity, type Panel } from '../../common/panel/panel.ts';
import { workbenchAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { OwnerForm } from './OwnerForm.tsx';
import { TroubleChips } from './TroubleChips.tsx';

/**
 * What is known of a panel: what it has reported of itself, and what people have entered. `watched`: it is of another company,
 * whose page shows nothing else of it.
 */
export function PanelFacts({ panel, watched = false }: { panel: Panel; watched?: boolean }) {
  const t = useText();
  const { label, has } = useLabels('defcon');
  const network = `values.network.${panel.path}`;
  const kit = useKitText();
  const { date } = useFormats();
  const [editing, setEditing] = useState(false);
  const [giving, setGiving] = useState(false);
  const yesOrNo = (value: boolean) => kit(value ? 'actions.yes' : 'actions.no');
  return (
    <>
      <Facts
        title={t('panelFacts')}
        aside={
          <Group gap="xs">
            <Can access={entity.can('transfer')} on={{ resource: panel.structure?.id ?? null }}>
              <Button variant="default" size="xs" onClick={() => setGiving(true)}>
                {t('owner.title')}
              </Button>
            </Can>
            <Can access={entity.can('update')} on={{ resource: panel.structure?.id ?? null }}>
              <Button variant="default" size="xs" onClick={() => setEditing(true)}>
                {t('editPanel')}
              </Button>
            </Can>
          </Group>
        }
        items={[
          ...(watched
            ? ([
                [t('columns.structure'), <SiteLink key="site" site={panel.structure} />],
                [t('columns.incidents'), <OpenIncidents key="incidents" panel={panel} />],
                [t('columns.troubles'), <TroubleChips key="troubles" troubles={panel.troubles} />],
              ] as const)
            : []),
          [t('columns.lastEventAt'), panel.lastEventAt ? <Ago key="last" at={panel.lastEventAt} /> : '–'],
          [t('columns.zones'), t('openOf', { open: panel.openZones, zones: panel.zones })],
          [t('columns.mains'), panel.mains === null ? '–' : t(panel.mains ? 'mainsOn' : 'mainsOff')],
          [t('columns.path'), <bdi key="path">{has(network) ? label(network) : (panel.path ?? '–')}</bdi>],
          [t('fields.entryDelay'), t('seconds', { count: panel.entryDelay })],
          [t('fields.exitDelay'), t('seconds', { count: panel.exitDelay })],
          [t('fields.grade'), panel.grade ?? '–'],
          [t('fields.policeResponse'), yesOrNo(panel.policeResponse)],
          [t('fields.permitNo'), <bdi key="permit">{panel.permitNo ?? '–'}</bdi>],
          [t('fields.permitExpiresOn'), panel.permitExpiresOn ? date(panel.permitExpiresOn, 'date') : '–'],
          [t('fields.testEveryHours'), panel.testEveryHours ? t('everyHours', { count: panel.testEveryHours }) : '–'],
        ]}
      />
      {giving && <OwnerForm panel={panel} onClose={() => setGiving(false)} />}
      {editing && <PanelForm panel={panel} onClose={() => setEditing(false)} />}
    </>
  );
}

/** How many incidents are open, as a link to them. */
function OpenIncidents({ panel: { openAlarms, name } }: { panel: Panel }) {
  const { number } = useFormats();
  if (openAlarms === 0) return number(openAlarms);
  return (
    <Anchor component={Link} to={`${workbenchAddress}?search=${encodeURIComponent(name)}`} inherit>
      {number(openAlarms)}
    </Anchor>
  );
}

const grades = ['1', '2', '3', '4'] as const;
const schema = entity.fields
  .omit({ groupMode: true })
  .extend({ grade: z.enum(grades).or(z.literal('')), permitNo: z.string(), permitExpiresOn: z.string() });

function PanelForm({ panel, onClose }: { panel: Panel; onClose(): void }) {
  const t = useText();
  const update = useAction(api.panel.update, { invalidates: [api.panel.get] });
  const form = useEntityForm(schema, {
    namespace: 'defcon',
    initial: {
      entryDelay: panel.entryDelay,
      exitDelay: panel.exitDelay,
      grade: grades.find((one) => one === String(panel.grade)) ?? '',
      policeResponse: panel.policeResponse,
      permitNo: panel.permitNo ?? '',
      permitExpiresOn: panel.permitExpiresOn ?? '',
      testEveryHours: panel.testEveryHours ?? '',
    },
    save: ({ grade, permitNo, permitExpiresOn, ...body }) =>
      update.ask({
        params: { id: panel.id },
        body: {
          ...body,
          grade: grade === '' ? null : Number(grade),
          permitNo: permitNo || null,
          permitExpiresOn: permitExpiresOn || null,
        },
      }),
    onSaved: onClose,
  });
  return (
    <SidePanel title={t('editPanel')} onClose={onClose}>
      <EntityForm form={form}>
        <NumberInput {...form.field('entryDelay')} min={0} max={240} suffix={t('secondsSuffix')} data-autofocus />
        <NumberInput {...form.field('exitDelay')} min={0} max={240} suffix={t('secondsSuffix')} />
        <Select {...form.field('grade')} data={[...grades]} clearable description={t('gradeHint')} />
        <Switch {...form.field('policeResponse', 'checkbox')} />
        <TextInput {...form.field('permitNo')} maxLength={40} />
        <DayInput {...form.field('permitExpiresOn')} value={form.values.permitExpiresOn} clearable />
        <NumberInput {...form.field('testEveryHours')} min={1} max={744} description={t('testEveryHint')} />
      </EntityForm>
    </SidePanel>
  );
}
