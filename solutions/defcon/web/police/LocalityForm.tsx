import { Select, Skeleton, Switch, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { CountryField } from '#core/countries/web/parts.tsx';
import { areaPolygons } from '#core/places/common/area-shape.ts';
import { type AreaDrawing, AreaEditor, emptyArea, type ShownArea } from '#core/places/web/parts.tsx';
import { messageKey } from '#platform/common/text/message-key.ts';
import { email, id, personName } from '#platform/common/validation/validation.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { sizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { type LocalityDetail, locality, localityStates } from '../../common/police/locality.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { AreaPreview } from './AreaPreview.tsx';
import { usePoliceName } from './use-police-name.ts';

type Kind = LocalityDetail['kind'];
type Props = {
  kind: Kind;
  /** The headquarters of a station. */
  hqId: number | null;
  before?: LocalityDetail;
  cancelTo: string;
  onSaved(): void;
};

const { nameEn, nameAr, code, phone, fallback, status } = locality.fields.shape;
const common = { nameEn, nameAr, code, phone, polygons: areaPolygons };
const stored = z.object({ ...common, fallback, status, moveTo: id().nullable() });
const inviting = { adminEmail: email(), firstName: personName(), lastName: personName() };
const newStation = z.object({ ...common, ...inviting });
const newHeadquarters = z.object({ ...common, fallback, countryId: id(), ...inviting });

type Drawn = z.infer<typeof areaPolygons>;
const copyOf = (drawing: AreaDrawing): Drawn =>
  drawing.map(({ outer, holes }) => ({ outer: [...outer], holes: holes.map((hole) => [...hole]) }));

/** A new police unit with its first administrator, or a change of a stored one. */
export function LocalityForm(props: Props) {
  if (props.before) return <ChangeForm {...props} before={props.before} />;
  return props.kind === 'local' ? <NewStationForm {...props} /> : <NewHeadquartersForm {...props} />;
}

const empty = { nameEn: '', nameAr: '', code: '', phone: '', polygons: copyOf(emptyArea) };
/** The invitation is in the language of the person who adds the police. */
const begun = () => ({ status: 'active' as const, locale: currentLanguage() });
const nobody = { adminEmail: '', firstName: '', lastName: '' };

function NewStationForm({ hqId, cancelTo, onSaved }: Props) {
  const create = useAction(api.locality.create);
  const form = useEntityForm(newStation, {
    namespace: 'defcon',
    initial: { ...empty, ...nobody },
    save: (body) => create.ask({ body: { ...body, ...begun(), fallback: false, kind: 'local', hqId } }),
    onSaved,
  });
  return (
    <EntityForm form={form} cancelTo={cancelTo} wide>
      <TextInput {...form.field('nameEn')} dir="ltr" />
      <TextInput {...form.field('nameAr')} dir="rtl" />
      <TextInput {...form.field('code')} dir="ltr" />
      <TextInput {...form.field('phone')} type="tel" dir="ltr" />
      <Administrator form={form} />
      <AreaField kind="local" form={form} />
    </EntityForm>
  );
}

function NewHeadquartersForm({ cancelTo, onSaved }: Props) {
  const t = useText();
  const create = useAction(api.locality.create);
  const form = useEntityForm(newHeadquarters, {
    namespace: 'defcon',
    initial: { ...empty, ...nobody, fallback: false, countryId: null },
    save: (body) => create.ask({ body: { ...body, ...begun(), kind: 'headquarters', hqId: null } }),
    onSaved,
  });
  const country = form.field('countryId');
  return (
    <EntityForm form={form} cancelTo={cancelTo} wide>
      <TextInput {...form.field('nameEn')} dir="ltr" />
      <TextInput {...form.field('nameAr')} dir="rtl" />
      <TextInput {...form.field('code')} dir="ltr" />
      <TextInput {...form.field('phone')} type="tel" dir="ltr" />
      <CountryField
        label={country.label}
        name="countryId"
        error={country.error}
        withAsterisk
        value={(form.values.countryId as number | null) ?? null}
        onChange={(countryId) => form.set('countryId', countryId)}
      />
      <Switch {...form.field('fallback', 'checkbox')} description={t('police.fallbackHint')} />
      <Administrator form={form} />
      <AreaField kind="headquarters" form={form} />
    </EntityForm>
  );
}

function ChangeForm({ kind, before, cancelTo, onSaved }: Props & { before: LocalityDetail }) {
  const t = useText();
  const update = useAction(api.locality.update, { invalidates: [api.locality.list, api.locality.coverage] });
  const form = useEntityForm(stored, {
    namespace: 'defcon',
    initial: {
      ...{ nameEn: before.nameEn, nameAr: before.nameAr, code: before.code, phone: before.phone ?? '' },
      ...{ fallback: before.fallback, status: before.status, moveTo: null, polygons: before.polygons },
    },
    save: ({ fallback: answers, ...body }) =>
      update.ask({
        params: { id: before.id },
        body: kind === 'headquarters' ? { ...body, fallback: answers } : body,
      }),
    onSaved,
  });
  const closes = before.status === 'active' && form.values.status === 'inactive';
  return (
    <EntityForm form={form} cancelTo={cancelTo} wide>
      <TextInput {...form.field('nameEn')} dir="ltr" />
      <TextInput {...form.field('nameAr')} dir="rtl" />
      <TextInput {...form.field('code')} dir="ltr" />
      <TextInput {...form.field('phone')} type="tel" dir="ltr" />
      {kind === 'headquarters' && (
        <Switch {...form.field('fallback', 'checkbox')} description={t('police.fallbackHint')} />
      )}
      <Select
        {...form.field('status')}
        label={t('columns.policeStatus')}
        data={localityStates.map((value) => ({ value, label: t(`values.policeStatus.${value}`) }))}
        allowDeselect={false}
      />
      {closes && kind === 'local' && (
        <Successor
          of={before}
          value={(form.values.moveTo as number | null) ?? null}
          error={form.field('moveTo').error}
          onChange={(moveTo) => form.set('moveTo', moveTo)}
        />
      )}
      <AreaField kind={kind} id={before.id} form={form} />
    </EntityForm>
  );
}

type Invited = { field(name: keyof typeof inviting): { label: string } };

function Administrator({ form }: { form: Invited }) {
  const t = useText();
  return (
    <>
      <TextInput {...form.field('firstName')} />
      <TextInput {...form.field('lastName')} />
      <TextInput {...form.field('adminEmail')} type="email" dir="ltr" description={t('police.adminHint')} />
    </>
  );
}

type SuccessorProps = {
  of: LocalityDetail;
  value: number | null;
  error: unknown;
  onChange(id: number | null): void;
};

/** The station that takes over what a closed one has open. */
function Successor({ of, value, error, onChange }: SuccessorProps) {
  const t = useText();
  const nameOf = usePoliceName();
  const areas = useData(api.locality.areas, { query: { kind: 'local' } });
  const data = (areas.data ?? [])
    .filter(({ id: other, status: state, hqId }) => other !== of.id && hqId === of.hqId && state === 'active')
    .map((one) => ({ value: String(one.id), label: nameOf(one) }));
  return (
    <Select
      label={t('fields.moveTo')}
      name="moveTo"
      description={t('police.moveToHint')}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      error={typeof error === 'string' ? error : null}
      clearable
    />
  );
}

type AreaForm = {
  values: { polygons: Drawn };
  set(name: 'polygons', value: Drawn): void;
  field(name: 'polygons'): { label: string; error?: unknown };
};

/** The area among its neighbours, with what would be in it. */
function AreaField({ kind, id: own, form }: { kind: Kind; id?: number; form: AreaForm }) {
  const nameOf = usePoliceName();
  const [drawing, setDrawing] = useState<AreaDrawing>(form.values.polygons);
  const { label, error } = form.field('polygons');
  const neighbours = useData(api.locality.areas, { query: { kind } });
  const around = useMemo(
    (): ShownArea[] =>
      (neighbours.data ?? [])
        .filter(({ id: other }) => other !== own)
        .map(({ id: other, polygons, ...names }) => ({ id: other, polygons, name: nameOf(names), tone: 'plain' })),
    [neighbours.data, own, nameOf],
  );
  const { label: textOf } = useLabels('places');
  const fault = error
    ? areaPolygons.safeParse(form.values.polygons, { error: messageKey }).error?.issues[0]
    : undefined;
  // The map of a new area begins where the neighbours are.
  if (own === undefined && neighbours.isPending) return <Skeleton h={sizes.chart} />;
  return (
    <AreaEditor
      label={label}
      value={drawing}
      onChange={(next) => {
        setDrawing(next);
        form.set('polygons', copyOf(next));
      }}
      // The texts of the rules are those of areas, not of this app.
      error={fault ? textOf(`validation.${fault.message}`) : typeof error === 'string' ? error : null}
      around={around}
    >
      <AreaPreview id={own ?? null} kind={kind} drawing={drawing} />
    </AreaEditor>
  );
}
