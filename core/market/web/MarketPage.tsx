import { Badge, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useContext } from 'react';
import { Link } from 'react-router';
import { fold } from '#platform/common/search/search.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useStore } from '#platform/web/client/store.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { iconNamed } from '#platform/web/shell/navigation/icons.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Product } from '../common/product.ts';
import { useParamsOfAddress } from './addresses/use-address-params.ts';
import { api, useText } from './api.ts';
import { useCart } from './cart/use-cart.ts';
import classes from './Market.module.css';
import { MarketAction } from './MarketAction.tsx';
import { Money } from './Money.tsx';
import { ProductCard } from './products/ProductCard.tsx';
import { productTab } from './products/product-filters.ts';
import { isDevice, useProducts } from './products/use-products.ts';
import { ownApp, type SellingApp, ShopFrame, useMarketAddress, useSellingApps } from './selling-apps.ts';

/** The market: the apps that sell something, the best sellers, and a search over all products. */
export function MarketPage() {
  const t = useText();
  const query = useProducts();
  const [params, set] = useParamsOfAddress();
  const search = params.get('search') ?? '';
  return (
    <PageFrame action={<MarketAction />}>
      {!query.data ? (
        <QueryBoundary of={query} />
      ) : query.data.data.length === 0 ? (
        <EmptyState title={t('nothingOffered')} />
      ) : (
        <Stack gap="xl">
          <TextInput
            type="search"
            aria-label={t('searchProducts')}
            placeholder={t('searchProducts')}
            leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
            value={search}
            onChange={(event) => set({ search: event.currentTarget.value }, { replace: true })}
            maw="26rem"
          />
          {search ? (
            <Products
              products={query.data.data.filter(({ name, sku }) => fold(`${name} ${sku}`).includes(fold(search)))}
            />
          ) : (
            <Start products={query.data.data} />
          )}
        </Stack>
      )}
    </PageFrame>
  );
}

function Start({ products }: { products: readonly Product[] }) {
  const t = useText();
  const apps = useSellingApps();
  const best = useData(api.product.bestSelling, { query: { limit: 8 } }, { silent: true });
  const { entries } = useCart();
  const address = useMarketAddress();
  const shop = useContext(ShopFrame);
  const solutions = apps
    .filter(({ id }) => id !== ownApp)
    .toSorted((one, other) => Number(one.comesLater) - Number(other.comesLater));
  return (
    <>
      {entries.length > 0 && !shop?.readOnly && (
        <div>
          <Button component={Link} to={address('cart')}>
            {t('continueCart')}
          </Button>
        </div>
      )}
      <Tiles title={t('apps')} apps={solutions} products={products} />
      <section>
        <Title order={2} size="h3" mb="sm">
          {t('bestSelling')}
        </Title>
        {best.data ? <Products products={best.data.map(({ product }) => product)} /> : <QueryBoundary of={best} />}
      </section>
      <Tiles title={t('services')} apps={apps.filter(({ id }) => id === ownApp)} products={products} />
    </>
  );
}

type TilesProps = { title: string; apps: readonly SellingApp[]; products: readonly Product[] };

/** The apps with something that is sold separately. */
function Tiles({ title, apps, products }: TilesProps) {
  const tiles = apps.flatMap((app) => {
    const own = products.filter((product) => product.app === app.id && product.price !== null);
    return own.length > 0 ? [{ app, own }] : [];
  });
  if (tiles.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      <ul className={classes.grid}>
        {tiles.map(({ app, own }) => (
          <li key={app.id}>
            <AppTile app={app} products={own} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** An app with its purpose and lowest price. Apps that the company holds and those that have no pages yet are marked. */
function AppTile({ app, products }: { app: SellingApp; products: readonly Product[] }) {
  const t = useText();
  const address = useMarketAddress();
  const held = useStore(sessionStore, ({ me }) => me?.session.apps.includes(app.id) ?? false);
  const main = products.filter(isDevice);
  const from = Math.min(...(main.length > 0 ? main : products).map(({ price }) => price ?? 0));
  const Icon = iconNamed(app.icon);
  return (
    <Paper
      component={Link}
      to={address(`main/${app.webName}`)}
      withBorder
      radius="lg"
      p="md"
      c="inherit"
      td="none"
      className={classes.card}
    >
      <Icon size={iconSizes.xl} aria-hidden />
      <Text fw={600}>
        <bdi>{app.name}</bdi>
      </Text>
      {app.purpose && (
        <Text size="sm" flex={1}>
          {app.purpose}
        </Text>
      )}
      <div className={classes.line}>
        <Text span size="sm" c="dimmed">
          {t('from')} <Money of={from} />
        </Text>
        {held && (
          <Badge variant="light" tt="none">
            {t('held')}
          </Badge>
        )}
        {app.comesLater && (
          <Badge variant="default" tt="none">
            {t('soon')}
          </Badge>
        )}
      </div>
    </Paper>
  );
}

/** Products of several apps: each leads to the page of its app. */
function Products({ products }: { products: readonly Product[] }) {
  const t = useText();
  const apps = useSellingApps();
  const address = useMarketAddress();
  if (products.length === 0)
    return <EmptyState drawing="search" title={t('nothingShown.title')} text={t('nothingShown.text')} />;
  return (
    <ul className={classes.grid}>
      {products.map((product) => {
        const app = apps.find(({ id }) => id === product.app);
        const query = new URLSearchParams(
          isDevice(product)
            ? { device: String(product.hardwareId) }
            : { tab: productTab(product.kind), search: product.name },
        );
        return (
          app && (
            <li key={product.id}>
              <ProductCard product={product} to={address(`main/${app.webName}`, query)} />
            </li>
          )
        );
      })}
    </ul>
  );
}
