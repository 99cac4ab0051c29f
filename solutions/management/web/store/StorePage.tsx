import { Badge, Paper, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useStockOfCompany } from '#core/inventory/web/parts.tsx';
import { type SellingApp, useSellingApps } from '#core/market/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconNamed } from '#platform/web/shell/navigation/icons.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { useText } from '../api.ts';
import classes from './Store.module.css';
import { StoreFrame } from './StoreFrame.tsx';
import { storePath } from './shop.ts';

/** The apps of the store with what the company has of each in stock. */
export function StorePage() {
  return <StoreFrame>{() => <Tiles />}</StoreFrame>;
}

function Tiles() {
  const apps = useSellingApps();
  const stock = useStockOfCompany();
  if (!stock.data) return <QueryBoundary of={stock} />;
  const { devices, tokens } = stock.data;
  const countOf = (rows: readonly { app: string; count: number }[], { id }: SellingApp) =>
    rows.reduce((sum, { app, count }) => sum + (app === id ? count : 0), 0);
  return (
    <ul className={classes.grid}>
      {apps.map((app) => (
        <li key={app.id}>
          <Tile app={app} devices={countOf(devices, app)} tokens={countOf(tokens, app)} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ app, devices, tokens }: { app: SellingApp; devices: number; tokens: number }) {
  const t = useText();
  const { number } = useFormats();
  const Icon = iconNamed(app.icon);
  return (
    <Paper
      component={Link}
      to={`${storePath}/${app.webName}`}
      withBorder
      radius="lg"
      p="md"
      c="inherit"
      td="none"
      className={classes.tile}
    >
      <Icon size={iconSizes.xl} aria-hidden />
      <Text fw={600}>
        <bdi>{app.name}</bdi>
      </Text>
      <div className={classes.badges}>
        {devices > 0 && (
          <Badge variant="light">{t('store.devicesInStock', { count: devices, shown: number(devices) })}</Badge>
        )}
        {tokens > 0 && (
          <Badge variant="light" color="gray">
            {t('store.tokensInStock', { count: tokens, shown: number(tokens) })}
          </Badge>
        )}
        {devices + tokens === 0 && (
          <Text size="sm" c="dimmed">
            {t('store.nothingInStock')}
          </Text>
        )}
      </div>
    </Paper>
  );
}
