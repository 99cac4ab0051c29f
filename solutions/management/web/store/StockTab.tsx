import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { DevicesInStock, useStockOfCompany } from '#core/inventory/web/parts.tsx';
import { ProductDrawing, type SellingApp, useParamsOfAddress, useProducts } from '#core/market/web/parts.tsx';
import { StockLabels } from '#core/orders/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { useText } from '../api.ts';
import classes from './Store.module.css';

/** A model with this many left or fewer is marked. */
const low = 5;

type Opened = { hardwareId: number; name: string };

/** The devices in stock by model, the oldest of each, and the subscriptions in stock. */
export function StockTab({ app }: { app: SellingApp }) {
  const t = useText();
  const stock = useStockOfCompany();
  const products = useProducts(app.id);
  const [, set] = useParamsOfAddress();
  const [opened, setOpened] = useState<Opened | null>(null);
  if (!stock.data) return <QueryBoundary of={stock} />;
  const models = stock.data.devices.filter((row) => row.app === app.id);
  const tokens = stock.data.tokens.filter((row) => row.app === app.id);
  if (models.length + tokens.length === 0)
    return (
      <EmptyState
        title={t('store.empty.title')}
        text={t('store.empty.text')}
        action={<Button onClick={() => set({ tab: 'catalogue' })}>{t('store.toCatalogue')}</Button>}
      />
    );
  const productOf = (id: number) => products.data?.data.find((one) => one.kind === 'device' && one.hardwareId === id);
  return (
    <Panel title={t('store.tabs.stock')}>
      <ul className={classes.models}>
        {models.map(({ hardwareId, count, oldest }) => {
          const { name = String(hardwareId), drawing = '' } = productOf(hardwareId) ?? {};
          return (
            <li key={hardwareId} className={classes.model}>
              <ProductDrawing drawing={drawing} title="" />
              <div>
                <Title order={3} size="h5">
                  <bdi>{name}</bdi>
                </Title>
                <Text size="sm" c="dimmed" component="div">
                  {t('store.oldest')} <Ago at={oldest} />
                </Text>
              </div>
              <Count count={count}>
                <Button
                  variant="default"
                  aria-label={t('store.serialsOf', { name })}
                  onClick={() => setOpened({ hardwareId, name })}
                >
                  {t('store.serials')}
                </Button>
              </Count>
            </li>
          );
        })}
        {tokens.map(({ solutionIds, months, count }) => (
          <li key={`${solutionIds.join()} ${months}`} className={classes.model}>
            <ProductDrawing drawing="card" title="" />
            <Title order={3} size="h5">
              {t('store.tokensOf', { count: months })}
            </Title>
            <Count count={count} />
          </li>
        ))}
      </ul>
      {opened && (
        <SidePanel title={<bdi>{opened.name}</bdi>} onClose={() => setOpened(null)} wide>
          <Group justify="end">
            <StockLabels hardwareId={opened.hardwareId} name={opened.name} />
          </Group>
          <DevicesInStock hardwareId={opened.hardwareId} />
        </SidePanel>
      )}
    </Panel>
  );
}

function Count({ count, children }: { count: number; children?: React.ReactNode }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <div className={classes.count}>
      {count <= low && <ToneChip tone="poor">{t('store.low')}</ToneChip>}
      <Text fw={600}>{number(count)}</Text>
      {children}
    </div>
  );
}
