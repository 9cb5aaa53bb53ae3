import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Chromium, DevtoolsSession } from './devtools.ts';
import { PRELOAD_WORLD, pageScript, preloadScript, RECEIVE, SEND_BINDING } from './pageScripts.ts';
import { fromChromium, policyForChromium, type Schemes, toChromium } from './schemes.ts';

export interface IpcEvent {
  sender: WebContents;
  senderFrame: { url: string; parent: null };
}
export type IpcHandlers = Map<string, (event: IpcEvent, ...args: unknown[]) => unknown>;

export interface WebContentsParts {
  chromium: Chromium;
  schemes: Schemes;
  handlers: IpcHandlers;
  preload: string | undefined;
  size: { width: number; height: number };
}

interface PausedRequest {
  requestId: string;
  resourceType: string;
  frameId: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    postData?: string;
    postDataEntries?: { bytes?: string }[];
  };
}

let lastId = 0;

/** A window's contents: a page of Chromium, with the application's schemes, preload and IPC. */
export class WebContents extends EventEmitter {
  readonly id: number;
  readonly ready: Promise<void>;
  readonly session = { addWordToSpellCheckerDictionary: () => true };
  targetId = '';
  private page: DevtoolsSession | null = null;
  private address = '';
  private preloadContext: string | null = null;
  /** Addresses that the application itself asked for: those are no navigations of the page. */
  private readonly expected = new Set<string>();
  private openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'deny' });
  private outgoing: Promise<unknown> = Promise.resolve();
  private zoom = 1;

  constructor(
    private readonly parts: WebContentsParts,
    private readonly close: () => void,
  ) {
    super();
    lastId += 1;
    this.id = lastId;
    this.ready = this.attach();
  }

  private async attach(): Promise<void> {
    const { chromium, size, preload } = this.parts;
    const { targetId } = await chromium.root.send('Target.createTarget', { url: 'about:blank', ...size });
    this.targetId = targetId;
    const { sessionId } = await chromium.root.send('Target.attachToTarget', { targetId, flatten: true });
    const page = chromium.session(sessionId);
    this.page = page;
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === PRELOAD_WORLD && context.auxData?.frameId === targetId)
        this.preloadContext = context.uniqueId;
    });
    page.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === SEND_BINDING) void this.answerCall(JSON.parse(payload));
    });
    page.on('Fetch.requestPaused', (paused: PausedRequest) => void this.serve(page, paused));
    page.on('Page.frameNavigated', ({ frame }) => {
      if (!frame.parentId) this.address = fromChromium(frame.url + (frame.urlFragment ?? ''));
    });
    page.on('Page.navigatedWithinDocument', ({ url }) => {
      this.address = fromChromium(url);
    });
    page.on('Page.loadEventFired', () => this.emit('did-finish-load'));
    page.on('Page.windowOpen', ({ url }) => this.openHandler({ url: fromChromium(url) }));
    await page.send('Runtime.enable');
    await page.send('Page.enable');
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await page.send('Runtime.addBinding', { name: SEND_BINDING, executionContextName: PRELOAD_WORLD });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript });
    if (preload)
      await page.send('Page.addScriptToEvaluateOnNewDocument', {
        source: preloadScript(readFileSync(preload, 'utf8')),
        worldName: PRELOAD_WORLD,
      });
  }

  /** What the page asks for: its own scheme is answered by the application, the rest by the network. */
  private async serve(page: DevtoolsSession, paused: PausedRequest): Promise<void> {
    const { requestId, request, resourceType, frameId } = paused;
    const url = fromChromium(request.url);
    const isNavigation = resourceType === 'Document' && frameId === this.targetId;
    if (isNavigation && !this.expected.delete(url) && !this.mayNavigate(url)) {
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const handler = this.parts.schemes.handlerOf(url);
    if (!handler) {
      await page.send('Fetch.continueRequest', { requestId });
      return;
    }
    const entries = request.postDataEntries?.map(({ bytes }) => Buffer.from(bytes ?? '', 'base64'));
    const body = entries ? Buffer.concat(entries) : undefined;
    const answer = await handler(
      new Request(url, { method: request.method, headers: request.headers, ...(body ? { body } : {}) }),
    );
    await page
      .send('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        responseHeaders: [...answer.headers].map(([name, value]) => ({
          name,
          value: name === 'content-security-policy' ? policyForChromium(value) : value,
        })),
        body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
      })
      // The page went on without waiting.
      .catch(() => undefined);
  }

  private mayNavigate(url: string): boolean {
    let isStopped = false;
    const event = {
      url,
      preventDefault: () => {
        isStopped = true;
      },
    };
    this.emit('will-navigate', event, url);
    return !isStopped;
  }

  private async answerCall({ id, channel, args }: { id: number; channel: string; args: unknown[] }) {
    const event: IpcEvent = { sender: this, senderFrame: { url: this.address, parent: null } };
    const handler = this.parts.handlers.get(channel);
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const value = await handler(event, ...args.map((argument) => argument ?? undefined));
      await this.push({ reply: id, value });
    } catch (error) {
      await this.push({ reply: id, error: `Error invoking remote method '${channel}': ${String(error)}` });
    }
  }

  private async push(message: unknown): Promise<void> {
    await this.page
      ?.send('Runtime.evaluate', {
        expression: `${RECEIVE}(${JSON.stringify(message)})`,
        uniqueContextId: this.preloadContext,
      })
      .catch(() => undefined);
  }

  async load(url: string): Promise<void> {
    await this.ready;
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve));
    this.expected.add(url);
    await this.page?.send('Page.navigate', { url: toChromium(url) });
    await loaded;
  }

  send(channel: string, ...args: unknown[]): void {
    this.outgoing = this.outgoing.then(() => this.ready).then(() => this.push({ channel, args }));
  }

  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }

  getURL(): string {
    return this.address;
  }

  setZoomFactor(zoom: number): void {
    this.zoom = zoom;
  }

  getZoomFactor(): number {
    return this.zoom;
  }

  async printToPDF(): Promise<Buffer> {
    const printed = await this.page?.send('Page.printToPDF', { printBackground: true });
    return Buffer.from(printed?.data ?? '', 'base64');
  }

  findInPage(text: string): number {
    const expression = `document.body.innerText.toLowerCase().split(${JSON.stringify(text.toLowerCase())}).length - 1`;
    void this.page?.send('Runtime.evaluate', { expression, returnByValue: true }).then(({ result }) => {
      const matches = Number(result.value);
      this.emit(
        'found-in-page',
        {},
        { activeMatchOrdinal: Math.min(matches, 1), matches, finalUpdate: true },
      );
    });
    return 1;
  }

  stopFindInPage(): void {
    // Nothing was highlighted.
  }

  replaceMisspelling(): void {
    // There is no spell checker here.
  }

  isDestroyed(): boolean {
    return this.page === null;
  }

  /** The window is gone. */
  end(): void {
    this.close();
    void this.ready
      .then(() => this.parts.chromium.root.send('Target.closeTarget', { targetId: this.targetId }))
      .catch(() => undefined);
    this.page = null;
    this.emit('destroyed');
  }
}
