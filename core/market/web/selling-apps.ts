import { createContext, useContext, useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAppNames, useAppPurposes } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { globalPrefix } from '#platform/web/shell/routing/addresses.ts';
import { usePageHandle } from '#platform/web/ui/page/PageFrame.tsx';
import type { OrderType } from '../common/manifest.ts';
import type { Product } from '../common/product.ts';
import type { ProductKind } from '../common/product-kinds.ts';
import { useText } from './api.ts';

/** The app under which the installation itself sells packages and services. */
export const ownApp = 'core';
/** An app as it is shown in the market. The installation itself sells as the app `core`. */
export type SellingApp = {
  id: string;
  /** Its name in addresses. */
  webName: string;
  name: string;
  /** What it is for, in a sentence; may be empty. */
  purpose: string;
  /** It sells devices, and has no pages yet. */
  comesLater: boolean;
  icon: string;
  manifest: AppManifest;
  orderTypes: Readonly<Record<string, OrderType>>;
};

/** The apps that sell something. */
export function useSellingApps(): SellingApp[] {
  const t = useText();
  const selling = useMemo(() => registeredApps().filter(({ market }) => market), []);
  const nameOf = useAppNames(selling);
  const purposeOf = useAppPurposes(selling);
  return useMemo(
    () =>
      selling.flatMap((manifest) => {
        const { id, kind, web, icon, market, pages } = manifest;
        if (!market) return [];
        const own =
          kind === 'core'
            ? { id: ownApp, webName: ownApp, name: t('coreApp'), purpose: t('coreAbout'), icon: 'package' }
            : { id, webName: web.slice(1), name: nameOf(manifest), purpose: purposeOf(manifest), icon };
        return [{ ...own, comesLater: pages.length === 0, manifest, orderTypes: market.orderTypes }];
      }),
    [t, selling, nameOf, purposeOf],
  );
}

/** The first type of order of the app that sells products of this kind. */
export const orderTypeFor = (app: SellingApp, kind: ProductKind): string | undefined =>
  Object.entries(app.orderTypes).find(([, { sells }]) => sells.includes(kind))?.[0];

/** The address of a page of a market, with parameters. */
type MarketAddress = (path: string, params?: URLSearchParams) => string;
/** Another shop: where its pages are, and which part of the catalogue it shows. */
export type SellingPlace = {
  address: MarketAddress;
  offers(product: Product): boolean;
  /** It only shows products: nothing can be ordered there. */
  readOnly?: true;
};
/** The shop that shows parts of the market on its own pages; null on the pages of the market. */
export const ShopFrame = createContext<SellingPlace | null>(null);

/** Addresses of the market, below /global for visitors. */
export function useMarketAddress(): MarketAddress {
  const shop = useContext(ShopFrame);
  const prefix = usePageHandle()?.layout === 'global' ? globalPrefix : '';
  return (
    shop?.address ?? ((path, params) => `${prefix}/core/market/${path}${params && params.size > 0 ? `?${params}` : ''}`)
  );
}
