import { Money } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useAppNames } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import type { PackageRow } from '../common/package.ts';
import { useText } from './api.ts';

/** What a package consists of. */
export function PackageFacts({ of: { model, price, merchant } }: { of: PackageRow }) {
  const t = useText();
  const { number } = useFormats();
  const apps = registeredApps();
  const nameOf = useAppNames(apps);
  const app = apps.find(({ id }) => id === model.app);
  return (
    <Facts
      title={t('package')}
      items={[
        [t('columns.package'), <bdi key="name">{model.name}</bdi>],
        [t('columns.app'), <bdi key="app">{app ? nameOf(app) : t('coreApp')}</bdi>],
        ...(model.months === null ? [] : [[t('runs'), t('months', { count: model.months })] as const]),
        ...(model.units === null || model.kind === 'tokenPackage'
          ? []
          : [[t('units'), t(`unitsOf.${model.kind}`, { count: model.units, shown: number(model.units) })] as const]),
        ...(price === null ? [] : [[t('columns.price'), <Money key="price" of={price} />] as const]),
        ...(merchant ? [[t('columns.merchant'), <bdi key="merchant">{merchant.name}</bdi>] as const] : []),
      ]}
    />
  );
}
