import { Input, NumberInput, Select } from '@mantine/core';
import type { AnyRoute } from '#platform/common/route.ts';
import { clientOf, type Endpoint } from '#platform/web/client/client-of.ts';
import { useStore } from '#platform/web/client/store.ts';
import { languageStore } from '#platform/web/i18n/i18n.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import type { OfferedParam, OfferedSection } from '../../../common/section-catalogue.ts';
import { useText } from '../../texts.ts';
import type { DraftData } from '../draft.ts';
import type { FaultOf } from '../save/faults.ts';
import type { BuilderState } from '../use-builder.ts';

type Props = {
  section: DraftData;
  offered: OfferedSection;
  edit: BuilderState['edit'];
  faultOf: FaultOf;
};

/** The inputs of a section, as its kind declares them. */
export function SectionParams({ section, offered, edit, faultOf }: Props) {
  return Object.entries(offered.params).map(([name, param]) => (
    <Param
      key={name}
      app={section.app}
      param={param}
      value={section.params[name]}
      error={faultOf.at(`sections.#${section.key}.params.${name}`)}
      onChange={(value) => edit({ ...section, params: { ...section.params, [name]: value } })}
    />
  ));
}

type Value = string | number | number[];
type ParamProps = {
  app: string;
  param: OfferedParam;
  value: unknown;
  error: string | undefined;
  onChange(value: Value): void;
};

function Param({ app, param, value, error, onChange }: ParamProps) {
  const language = useStore(languageStore);
  const label = param.label[language];
  if (param.kind === 'choice')
    return (
      <Select
        label={label}
        data={param.options.map((option) => ({ value: option.value, label: option.label[language] }))}
        value={typeof value === 'string' ? value : param.initial}
        error={error}
        allowDeselect={false}
        onChange={(next) => onChange(next ?? param.initial)}
      />
    );
  if (param.kind === 'number')
    return (
      <NumberInput
        label={label}
        value={typeof value === 'number' || typeof value === 'string' ? value : param.initial}
        min={param.min}
        max={param.max}
        error={error}
        onChange={onChange}
      />
    );
  return <Devices app={app} label={label} most={param.most} value={value} error={error} onChange={onChange} />;
}

/** The list of the devices of an app. */
const devicesOf = (id: string): Endpoint<AnyRoute> | undefined => {
  const app = registeredApps().find((one) => one.id === id);
  return app && clientOf(app).device?.list;
};

type DevicesProps = Omit<ParamProps, 'param'> & { label: string; most: number };

/** The devices of a section; none for all. */
function Devices({ app, label, most, value, error, onChange }: DevicesProps) {
  const t = useText();
  const devices = devicesOf(app);
  const ids = Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];
  if (!devices) return null;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={t('builder.settings.devices', { count: ids.length, shown: ids.length, most })}
      error={error}
    >
      <PickMany
        label={label}
        of={devices}
        isChosen={({ id }: { id: number }) => ids.includes(id)}
        onToggle={({ id }: { id: number }, on) => onChange(on ? [...ids, id] : ids.filter((one) => one !== id))}
        name={({ name }: { name: string }) => name}
        empty={t('builder.settings.noDevices')}
      />
    </Input.Wrapper>
  );
}
