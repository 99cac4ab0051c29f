import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs Vendure, installed in a folder outside of the repository, on a database of its own in the given server. Sends its
 * port and the name of the database to its parent.
 */
const [folder, url, port] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { dummyPaymentHandler, mergeConfig, DefaultLogger, LogLevel, LanguageCode, AutoIncrementIdStrategy } =
  load('@vendure/core');
const { createTestEnvironment, PostgresInitializer, registerInitializer, testConfig } = load('@vendure/testing');

// The server listens on a socket only: the host is its folder.
const { searchParams, username } = new URL(url);
registerInitializer('postgres', new PostgresInitializer());
const config = mergeConfig(testConfig, {
  apiOptions: { port: Number(port) },
  dbConnectionOptions: {
    type: 'postgres',
    host: searchParams.get('host'),
    username: username || searchParams.get('user'),
    logging: false,
    extra: { max: 20 },
  },
  entityOptions: { entityIdStrategy: new AutoIncrementIdStrategy() },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
});

const rows = Array.from(
  { length: 60 },
  (_, at) => `Product ${at + 1},product-${at + 1},A product,,,,,SKU-${at + 1},${100 + at},standard,100000,false,,`,
);
const csv = join(mkdtempSync(join(tmpdir(), 'rasid-peer-')), 'products.csv');
writeFileSync(
  csv,
  [
    'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets',
    ...rows,
  ].join('\n'),
);

const { server } = createTestEnvironment(config);
await server.init({
  productsCsvPath: csv,
  customerCount: 1,
  initialData: {
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Gulf',
    countries: [{ name: 'United Arab Emirates', code: 'AE', zone: 'Gulf' }],
    taxRates: [{ name: 'Standard', percentage: 5 }],
    shippingMethods: [{ name: 'Flat', price: 2500 }],
    paymentMethods: [
      {
        name: 'dummy',
        handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
      },
    ],
    collections: [],
  },
});
process.send?.({ http: Number(port), database: config.dbConnectionOptions.database });
process.on('message', () => process.exit(0));
// The server ends when its benchmark dies.
process.on('disconnect', () => process.exit(1));
