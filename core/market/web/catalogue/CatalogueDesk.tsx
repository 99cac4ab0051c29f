import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useData } from '#platform/web/client/hooks.ts';
import { useStore } from '#platform/web/client/store.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { lazyPart } from '#platform/web/shell/failures/chunk-failure.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { productRoutes } from '../../common/product.ts';
import { useParamsOfAddress } from '../addresses/use-address-params.ts';
import { api, useText } from '../api.ts';
import type { SellingApp } from '../selling-apps.ts';

const ProductEditor = lazyPart(() => import('./ProductEditor.tsx').then((module) => module.ProductEditor));
const NewProductPanel = lazyPart(() => import('./NewProductPanel.tsx').then((module) => module.NewProductPanel));

/**
 * Opens the editor of a product; undefined for people who do not manage the catalogue, and while ordering for a
 * company.
 */
export function useEditProduct(): ((id: number) => void) | undefined {
  const [, set] = useParamsOfAddress();
  const may = usePermitted(productRoutes.customize.access);
  const ordering = useStore(sessionStore, ({ me }) => (me?.session.actingFor ?? null) !== null);
  return may && !ordering ? (id) => set({ edit: String(id), device: null }) : undefined;
}

/** Manages the catalogue of an app: products off sale, new products, and the panel of the product being edited. */
export function CatalogueDesk({ app }: { app: SellingApp }) {
  const may = usePermitted(productRoutes.customize.access);
  return may ? <Desk app={app} /> : null;
}

function Desk({ app }: { app: SellingApp }) {
  const t = useText();
  const [params, set] = useParamsOfAddress();
  const edit = params.get('edit');
  const offSale = useData(
    api.product.list,
    { list: { limit: 100, filter: { app: app.id } }, query: { offSale: 'true' } },
    { silent: true },
  );
  const close = () => set({ edit: null });
  return (
    <>
      <Group mt="lg" gap="md">
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
          onClick={() => set({ edit: 'new' })}
        >
          {t('catalogue.add')}
        </Button>
        {(offSale.data?.data ?? []).length > 0 && (
          <Text size="sm" component="div">
            {t('catalogue.offSale')}{' '}
            {(offSale.data?.data ?? []).map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && t('comma')}
                <Anchor component="button" type="button" inherit onClick={() => set({ edit: String(id) })}>
                  <bdi>{name}</bdi>
                </Anchor>
              </span>
            ))}
          </Text>
        )}
      </Group>
      {edit === 'new' && <NewProductPanel app={app} onClose={close} />}
      {Number(edit) > 0 && <ProductEditor id={Number(edit)} onClose={close} />}
    </>
  );
}
