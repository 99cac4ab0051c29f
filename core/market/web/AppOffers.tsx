import { Button, Group } from '@mantine/core';
import { useContext, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Product } from '../common/product.ts';
import { useParamsOfAddress } from './addresses/use-address-params.ts';
import { useText } from './api.ts';
import { AskForQuote } from './cart/AskForQuote.tsx';
import { CatalogueDesk, useEditProduct } from './catalogue/CatalogueDesk.tsx';
import classes from './Market.module.css';
import { ComparePanel, comparedIn, maxComparedProducts } from './products/Compare.tsx';
import { ProductCard } from './products/ProductCard.tsx';
import { ProductFilters } from './products/ProductFilters.tsx';
import { ProductPanel } from './products/ProductPanel.tsx';
import { filterIn, isShownBy, type ProductTab, productTab, productTabs } from './products/product-filters.ts';
import { isDevice, useProducts, useSolutions } from './products/use-products.ts';
import { orderTypeFor, type SellingApp, ShopFrame } from './selling-apps.ts';
import { Wizard } from './Wizard.tsx';

/** The catalogue of an app, or the steps of an order from it. */
export function AppOffers({ app }: { app: SellingApp }) {
  const [params] = useSearchParams();
  const shop = useContext(ShopFrame);
  const query = useProducts(app.id);
  const type = shop?.readOnly ? null : params.get('wizard');
  const ordering = type !== null && app.orderTypes[type] ? type : null;
  if (!query.data) return <QueryBoundary of={query} />;
  const products = shop ? query.data.data.filter(shop.offers) : query.data.data;
  return ordering ? (
    <Wizard key={`${ordering} ${params.get('mode')}`} app={app} type={ordering} products={products} />
  ) : (
    <Catalogue app={app} products={products} />
  );
}

function Catalogue({ app, products }: { app: SellingApp; products: readonly Product[] }) {
  const t = useText();
  const [params, set] = useParamsOfAddress();
  const solutions = useSolutions(app.id);
  const filter = useMemo(() => filterIn(params), [params]);
  const tabs = (Object.keys(productTabs) as ProductTab[]).filter((tab) =>
    products.some(({ kind }) => productTab(kind) === tab),
  );
  const tab = tabs.find((one) => one === params.get('tab')) ?? tabs[0] ?? 'devices';
  const inTab = products.filter(({ kind }) => productTab(kind) === tab);
  const shown = inTab.filter((product) => isShownBy(product, filter));
  const compared = comparedIn(params, products);
  const opened = products.find(({ hardwareId }) => hardwareId !== null && String(hardwareId) === params.get('device'));
  const compare = ({ hardwareId }: Product) => {
    const ids = compared.map((one) => one.hardwareId);
    const next = ids.includes(hardwareId) ? ids.filter((id) => id !== hardwareId) : [...ids, hardwareId];
    set({ compare: next.join(), device: null }, { replace: true });
  };
  const configure = useConfigure(app, set);
  const edit = useEditProduct();
  const cardAction = (product: Product) => {
    const run = configure(product);
    return run && { label: t(isDevice(product) ? 'configure' : 'order'), run };
  };
  return (
    <>
      <Group component="nav" gap="xs" mb="md" aria-label={t('kinds')}>
        {tabs.map((one) => (
          <Button
            key={one}
            size="compact-md"
            variant={one === tab ? 'filled' : 'default'}
            aria-current={one === tab}
            onClick={() => set({ tab: one })}
          >
            {t(`tabs.${one}`)}
          </Button>
        ))}
      </Group>
      <ProductFilters
        filter={filter}
        products={inTab}
        solutions={solutions}
        onChange={(name, value) => set({ [name]: value }, { replace: true })}
      />
      {compared.length > 0 && (
        <ComparePanel
          products={compared}
          all={products}
          onChange={(value) => set({ compare: value }, { replace: true })}
        />
      )}
      {shown.length === 0 ? (
        <NothingShown />
      ) : (
        <ul className={classes.grid}>
          {shown.map((product) => (
            <li key={product.id}>
              <ProductCard
                product={product}
                onOpen={isDevice(product) ? () => set({ device: String(product.hardwareId) }) : undefined}
                action={cardAction(product)}
                onEdit={edit && (() => edit(product.id))}
                compare={
                  isDevice(product)
                    ? {
                        checked: compared.includes(product),
                        disabled: compared.length >= maxComparedProducts && !compared.includes(product),
                        change: () => compare(product),
                      }
                    : undefined
                }
              />
            </li>
          ))}
        </ul>
      )}
      <CatalogueDesk app={app} />
      {opened && (
        <ProductPanel
          product={opened}
          onClose={() => set({ device: null })}
          onConfigure={configure(opened)}
          onCompare={() => compare(opened)}
        />
      )}
    </>
  );
}

function NothingShown() {
  const t = useText();
  const shop = useContext(ShopFrame);
  return (
    <EmptyState
      drawing="search"
      title={t('nothingShown.title')}
      text={t('nothingShown.text')}
      action={!shop?.readOnly && <AskForQuote />}
    />
  );
}

/** Starts the order of a product; undefined if it is not sold separately. */
function useConfigure(app: SellingApp, set: ReturnType<typeof useParamsOfAddress>[1]) {
  const shop = useContext(ShopFrame);
  return (product: Product) => {
    const type = shop?.readOnly ? undefined : orderTypeFor(app, product.kind);
    if (!type || product.price === null) return undefined;
    return () =>
      set({
        wizard: type,
        step: null,
        device: null,
        ...(isDevice(product) ? { hardwareId: String(product.hardwareId) } : { productId: String(product.id) }),
      });
  };
}
