import { Select } from '@mantine/core';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { templateSource } from './source.ts';
import { useText } from './texts.ts';

type Props = {
  app: AppManifest;
  hardwareId: number | null;
  /** Undefined before a choice: the first template of the model is offered. Null for none. */
  value: number | null | undefined;
  onChange(id: number | null): void;
};

/** The active templates of a model, the oldest first. */
export function useOffered(app: AppManifest, hardwareId: number | null) {
  const { calls } = templateSource(app);
  const may = usePermitted(calls.assign.route.access);
  const query = useData(
    calls.list,
    {
      list: {
        limit: 100,
        total: false,
        sort: { createdAt: 'asc' },
        filter: { hardwareId: hardwareId ?? 0, status: 'active' },
      },
    },
    { silent: true, enabled: may && hardwareId !== null },
  );
  return hardwareId === null ? [] : (query.data?.data ?? []);
}

/** Offers the template of a model for a new device. Renders nothing if the model has none. */
export function OfferedTemplate({ app, hardwareId, value, onChange }: Props) {
  const t = useText();
  const offered = useOffered(app, hardwareId);
  const [first] = offered;
  if (!first) return null;
  const none = 'none';
  const chosen = value === undefined ? first.id : value;
  return (
    <Select
      name="templateId"
      label={t('device.template')}
      description={t('device.offered')}
      allowDeselect={false}
      data={[
        ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: none, label: t('device.none') },
      ]}
      value={chosen === null ? none : String(chosen)}
      onChange={(next) => onChange(next === none ? null : Number(next))}
    />
  );
}
