import type { Logger } from 'pino';
import { type Browser, type BrowserServer, chromium, type Page, type Route } from 'playwright-core';
import type { printErrors } from '../common/print.ts';
import { nonceHeader, type PrintKey } from './keys.ts';
import { startPrintBrowser } from './print-browser.ts';
import { treeMemory } from './process-memory.ts';

export type PrintFault = (typeof printErrors)[number];

/** Why a document could not be laid out. */
export class PrintFailure extends Error {
  readonly fault: PrintFault;
  constructor(fault: PrintFault, cause?: unknown) {
    super(`the document could not be laid out: ${fault}`, { cause });
    this.fault = fault;
  }
}

/** An address without a network behind it. The browser cannot reach anything else. */
const origin = 'https://print.invalid';
const pageTimeoutMs = 60_000;
const memoryLimit = 1.5 * 1024 ** 3;
const pollMs = 500;
/** A browser is replaced after this many documents, and before the document of another company. */
const documentsPerBrowser = 20;

type Options = {
  /** The address of the web app and the API. */
  baseUrl: string;
  log: Logger;
  pageTimeoutMs?: number;
  memoryLimit?: number;
};
type Running = { server: BrowserServer; browser: Browser; documents: number; company: number };

/** Lays out documents in a browser that reaches the files of the web app and the document of its key, nothing else. */
export class Renderer {
  private readonly options: Options;
  private running: Running | null = null;
  private ended = false;

  constructor(options: Options) {
    this.options = options;
  }

  /** Returns the PDF of a document of a company. Throws a `PrintFailure`. One at a time. */
  async render(company: number, page: string, { cacheKey, nonce }: PrintKey): Promise<Buffer> {
    const running = await this.browser(company);
    running.documents += 1;
    let tooBig = false;
    const { memoryLimit: limit = memoryLimit } = this.options;
    const look = async () => {
      const pid = running.server.process().pid;
      if (pid === undefined || (await treeMemory(pid)) <= limit) return;
      tooBig = true;
      await running.server.kill();
    };
    // A rejection in a timer would end the process.
    const watch = setInterval(
      () =>
        look().catch((error: Error) => this.options.log.warn({ err: error }, 'the print browser could not be checked')),
      pollMs,
    );
    try {
      return await this.layOut(running.browser, `${origin}/reports-generator/${page}?cacheKey=${cacheKey}`, nonce);
    } catch (error) {
      await this.close();
      if (tooBig) throw new PrintFailure('too-big');
      throw error instanceof PrintFailure ? error : new PrintFailure('page-failed', error);
    } finally {
      clearInterval(watch);
    }
  }

  private async close(): Promise<void> {
    const { running } = this;
    this.running = null;
    await running?.server
      .close()
      .catch((error: Error) => this.options.log.warn({ err: error }, 'the print browser could not be closed'));
  }

  /** Closes the browser for good: what is under way fails, and is not tried again here. */
  async end(): Promise<void> {
    this.ended = true;
    await this.close();
  }

  /**
   * A browser that has seen no document of another company, so that a flaw in its engine cannot leak data between
   * companies.
   */
  private async browser(company: number): Promise<Running> {
    if (this.ended) throw new Error('printing has ended');
    const { running } = this;
    if (
      running &&
      (running.company !== company || running.documents >= documentsPerBrowser || !running.browser.isConnected())
    )
      await this.close();
    this.running ??= await launch(company, this.options.log);
    // The end found no browser to close while this one started.
    if (this.ended) {
      await this.close();
      throw new Error('printing has ended');
    }
    return this.running;
  }

  private async layOut(browser: Browser, address: string, nonce: string): Promise<Buffer> {
    const context = await browser.newContext({ acceptDownloads: false, serviceWorkers: 'block' });
    try {
      const page = await context.newPage();
      await context.route('**/*', (route) => this.answer(route, nonce));
      await page.goto(address, { waitUntil: 'commit' });
      await this.finished(page);
      return await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
    } finally {
      await context.close().catch(() => undefined);
    }
  }

  /** Waits until the page states that it is complete. An error page is never printed. */
  private async finished(page: Page): Promise<void> {
    const { pageTimeoutMs: timeout = pageTimeoutMs } = this.options;
    const state = await page
      .waitForFunction(() => document.documentElement.dataset.render, undefined, { timeout })
      .then((handle) => handle.jsonValue())
      .catch((error: Error) => {
        throw new PrintFailure(error.name === 'TimeoutError' ? 'too-slow' : 'page-failed', error);
      });
    if (state !== 'ready') throw new PrintFailure('page-failed');
  }

  /** Answers a request of the browser from the server. All other addresses fail. */
  private async answer(route: Route, nonce: string): Promise<void> {
    const request = route.request();
    const { origin: requested, pathname, search } = new URL(request.url());
    const isPage = pathname.startsWith('/reports-generator/') && request.isNavigationRequest();
    const isDocument = /^\/api\/company\/\d+\/report\/parameter\/temporary\/[\w-]+$/.test(pathname);
    if (
      requested !== origin ||
      request.method() !== 'GET' ||
      !(isPage || isDocument || pathname.startsWith('/assets/'))
    )
      return route.abort('blockedbyclient');
    try {
      // The key of the address stays in the browser.
      const address = `${this.options.baseUrl}${pathname}${isPage ? '?cacheKey=' : search}`;
      const reply = await fetch(address, { redirect: 'error', headers: isDocument ? { [nonceHeader]: nonce } : {} });
      const body = Buffer.from(await reply.arrayBuffer());
      const headers = Object.fromEntries(
        ['content-type', 'content-security-policy'].flatMap((name) => {
          const value = reply.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
      );
      await route.fulfill({ status: reply.status, headers, body });
    } catch (error) {
      this.options.log.warn({ err: error, path: pathname }, 'a file of a printed page could not be read');
      await route.abort('failed');
    }
  }
}

async function launch(company: number, log: Logger): Promise<Running> {
  try {
    const server = await startPrintBrowser(log);
    return { server, browser: await chromium.connect(server.wsEndpoint()), documents: 0, company };
  } catch (error) {
    throw new PrintFailure('no-renderer', error);
  }
}
