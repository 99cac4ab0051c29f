import type { Logger } from 'pino';
import type { Stop } from '#platform/server/kit.ts';
import { startMail } from '#platform/server/mail/mail.ts';
import { watchProcess } from '#platform/server/monitoring/process-metrics.ts';
import type { ReadinessCheck } from '#platform/server/monitoring/readiness.ts';
import program from '../package.json' with { type: 'json' };
import { mailBrand, readSiteSettings } from './brand.ts';
import { openHealthServer, openHttp, openKit, startSimulators, startSlices } from './compose.ts';
import type { Config } from './config.ts';
import { openDataFolder, readSecrets } from './data-folder.ts';
import { loadDemo } from './load-demo.ts';

export type StartedProduct = {
  /** Serves HTTP on the port of the configuration, and starts the virtual devices of the demo. */
  listen(): Promise<void>;
  /** Stops everything in reverse order. Errors are logged, so that the remaining parts stop too. */
  stop: Stop;
};

type Options = {
  databaseUrl: string;
  log: Logger;
  /** The folder of the built web app; null to serve none. */
  webFolder: string | null;
  /** Returns why the process cannot serve, apart from the database and NATS. */
  trouble?: ReadinessCheck | undefined;
};

/** Starts everything but the HTTP listener: the database, demo data, brokers and background work. Undone if it fails. */
export async function startProduct(config: Config, options: Options): Promise<StartedProduct> {
  const { log } = options;
  const started: Stop[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse())
      await end().catch((failure: Error) => log.warn({ err: failure }, 'a part of the product did not stop'));
  };
  try {
    const site = readSiteSettings(config.brand, config.hidden, config);
    openDataFolder(config.dataDir);
    const { jwtKey: signing, sealingKey: sealing } = readSecrets(config.dataDir);
    const { kit, close } = await openKit({
      ...config,
      databaseUrl: options.databaseUrl,
      secrets: { signing, sealing },
      settings: { ...config, hiddenApps: site.hidden, brand: mailBrand(site) },
      installation: { ...config, numbers: site.brand.numbers },
      log,
      trouble: options.trouble,
    });
    started.push(close);
    if (config.demo) await loadDemo(kit);
    started.push(await startSlices(kit, new Set(site.hidden)));
    if (config.roles.includes('worker')) started.push(startMail(kit, config.smtpUrl));
    const { metricsToken, apiDocs } = config;
    const http = config.roles.includes('api')
      ? await openHttp(kit, { site, metricsToken, apiDocs, webFolder: options.webFolder })
      : await openHealthServer(kit, metricsToken);
    started.push(() => http.close());
    await http.ready();
    started.push(watchProcess(kit, { version: program.version, dataDir: config.dataDir }));
    return {
      async listen() {
        await http.listen({ port: config.port, host: config.host });
        if (config.demo && config.roles.includes('gateway')) started.push(await startSimulators(kit));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
