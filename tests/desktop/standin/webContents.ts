import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Application } from './application.ts';
import type { Chromium, DevtoolsSession } from './devtools.ts';
import { isPrevented } from './events.ts';
import { countScript, FindSession } from './findInPage.ts';
import { PRELOAD_WORLD, pageScript, preloadScript, RECEIVE, SEND_BINDING } from './pageScripts.ts';
import { ANSWER_EVENT, ASK_BINDING, type AskedPermission, guardScript } from './permissions.ts';
import type { Schemes } from './schemes.ts';
import type { Session } from './session.ts';

export interface IpcEvent {
  sender: WebContents;
  senderFrame: { url: string; parent: null };
}
export type IpcHandlers = Map<string, (event: IpcEvent, ...args: unknown[]) => unknown>;

export interface WebPreferences {
  preload?: string;
  contextIsolation: boolean;
  sandbox: boolean;
  nodeIntegration: boolean;
  webSecurity: boolean;
  devTools: boolean;
  [name: string]: unknown;
}

const defaultPreferences: WebPreferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webSecurity: true,
  devTools: true,
};

export interface WebContentsParts {
  app: Application;
  chromium: Chromium;
  schemes: Schemes;
  session: Session;
  handlers: IpcHandlers;
  size: { width: number; height: number };
  /** Target of an existing page. */
  targetId: string | undefined;
  openWindow(targetId: string, options: object): void;
  openExternal(url: string): void;
}

interface PausedRequest {
  requestId: string;
  resourceType: string;
  frameId: string;
  redirectedRequestId?: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    postData?: string;
    postDataEntries?: { bytes?: string }[];
  };
}

interface OpenDetails {
  url: string;
  frameName: string;
  features: string;
  disposition: 'foreground-tab' | 'new-window';
}
type OpenDecision = { action: string; overrideBrowserWindowOptions?: object };

/** Chromium's schemes; all others belong to programs of the system. */
const WEB_SCHEME = /^(https?|wss?|file|data|blob|about|javascript|chrome|devtools|view-source):/i;
/** Electron's time limit for the answer of a closing page. */
const CLOSE_PATIENCE_MS = 5_000;
const netErrors: Record<string, number> = {
  'net::ERR_ABORTED': -3,
  'net::ERR_CONNECTION_REFUSED': -102,
  'net::ERR_NAME_NOT_RESOLVED': -105,
  'net::ERR_INTERNET_DISCONNECTED': -106,
  'net::ERR_CERT_AUTHORITY_INVALID': -202,
};

let lastId = 0;

/** A window's contents: a page of Chromium, with the application's schemes, preload and IPC. */
export class WebContents extends EventEmitter {
  readonly id: number;
  readonly ready: Promise<void>;
  readonly session: Session;
  targetId = '';
  private readonly preferences: WebPreferences;
  private page: DevtoolsSession | null = null;
  private address = '';
  private preloadContext: string | null = null;
  /** Addresses requested by the application itself: they are no navigations to deny. */
  private readonly expected = new Set<string>();
  private openHandler: ((details: OpenDetails) => OpenDecision) | null = null;
  private readonly decisions: OpenDecision[] = [];
  private outgoing: Promise<unknown> = Promise.resolve();
  private readonly finding = new FindSession();
  private lastFindId = 0;
  private zoom = 1;
  private isDead = false;
  private isEnded = false;
  private isInspected = false;
  private closing: { answer: Promise<boolean>; stay(): void } | null = null;

  constructor(
    private readonly parts: WebContentsParts,
    preferences: Partial<WebPreferences>,
  ) {
    super();
    lastId += 1;
    this.id = lastId;
    this.session = parts.session;
    this.preferences = { ...defaultPreferences, ...preferences } as WebPreferences;
    this.ready = this.attach();
  }

  getLastWebPreferences(): WebPreferences {
    return this.preferences;
  }

  private async attach(): Promise<void> {
    const { chromium, size, schemes } = this.parts;
    this.targetId =
      this.parts.targetId ??
      (await chromium.root.send('Target.createTarget', { url: 'about:blank', newWindow: true, ...size })).targetId;
    const { targetId } = this;
    const { sessionId } = await chromium.root.send('Target.attachToTarget', { targetId, flatten: true });
    const page = chromium.session(sessionId);
    this.page = page;
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === PRELOAD_WORLD && context.auxData?.frameId === targetId)
        this.preloadContext = context.uniqueId;
    });
    page.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === SEND_BINDING) void this.answerCall(JSON.parse(payload));
      if (name === ASK_BINDING) void this.answerPermission(JSON.parse(payload));
    });
    page.on('Fetch.requestPaused', (paused: PausedRequest) => void this.serve(page, paused));
    this.watchNavigation(page);
    this.watchWindows(page);
    page.on('Page.javascriptDialogOpening', ({ type }) => void this.answerDialog(page, type));
    page.on('Inspector.targetCrashed', () => this.crashed());
    await page.send('Runtime.enable');
    await page.send('Page.enable');
    await page.send('Inspector.enable');
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
    await page.send('Runtime.addBinding', { name: ASK_BINDING });
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `${pageScript};${guardScript(schemes.rights())}`,
    });
    await this.addPreload(page);
  }

  private async addPreload(page: DevtoolsSession): Promise<void> {
    const { preload, contextIsolation, nodeIntegration, sandbox } = this.preferences;
    if (nodeIntegration && !sandbox)
      // A visible effect is enough, as the product must never enable it.
      await page.send('Page.addScriptToEvaluateOnNewDocument', {
        source: 'globalThis.require = () => ({});',
      });
    if (!preload) return;
    const worldName = contextIsolation ? PRELOAD_WORLD : '';
    await page.send('Runtime.addBinding', {
      name: SEND_BINDING,
      ...(worldName ? { executionContextName: worldName } : {}),
    });
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadScript(readFileSync(preload, 'utf8'), contextIsolation),
      ...(worldName ? { worldName } : {}),
    });
  }

  private watchNavigation(page: DevtoolsSession): void {
    const { schemes } = this.parts;
    const isOwn = (frameId: string) => frameId === this.targetId;
    page.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId) return;
      this.address = schemes.fromChromium(frame.url + (frame.urlFragment ?? ''));
      this.finding.end();
      if (frame.unreachableUrl) this.failed(-2, 'ERR_FAILED', schemes.fromChromium(frame.unreachableUrl));
      else this.emit('did-navigate', {}, this.address, 200, 'OK');
    });
    page.on('Page.navigatedWithinDocument', ({ url, frameId }) => {
      if (!isOwn(frameId)) return;
      this.address = schemes.fromChromium(url);
      this.emit('did-navigate-in-page', {}, this.address, true);
    });
    page.on('Page.frameStartedLoading', ({ frameId }) => isOwn(frameId) && this.emit('did-start-loading'));
    page.on('Page.frameStoppedLoading', ({ frameId }) => isOwn(frameId) && this.emit('did-stop-loading'));
    page.on('Page.domContentEventFired', () => this.emit('dom-ready', {}));
    page.on('Page.loadEventFired', () => this.emit('did-finish-load'));
    // Links to other programs cause no network request.
    page.on('Page.frameRequestedNavigation', ({ url, frameId, disposition }) => {
      if (disposition !== 'currentTab' || WEB_SCHEME.test(schemes.fromChromium(url))) return;
      if (schemes.handlerOf(schemes.fromChromium(url))) return;
      if (!this.isStopped(schemes.fromChromium(url), isOwn(frameId), false))
        void this.leaveFor(schemes.fromChromium(url));
    });
  }

  /** Opens another program if the application allows it. */
  private async leaveFor(externalURL: string): Promise<void> {
    const details = { externalURL, requestingUrl: this.address, isMainFrame: true };
    if (await this.session.permissions.isGranted(this, 'openExternal', details))
      this.parts.openExternal(externalURL);
  }

  private watchWindows(page: DevtoolsSession): void {
    const { chromium, schemes } = this.parts;
    page.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      const details: OpenDetails = {
        url: schemes.fromChromium(url),
        frameName: windowName,
        features: windowFeatures.join(','),
        disposition: windowFeatures.length > 0 ? 'new-window' : 'foreground-tab',
      };
      this.decisions.push(this.openHandler ? this.openHandler(details) : { action: 'allow' });
    });
    const created = async ({ targetInfo }: { targetInfo: Record<string, string> }) => {
      if (targetInfo.type !== 'page' || targetInfo.openerId !== this.targetId) return;
      const decision = this.decisions.shift();
      const targetId = String(targetInfo.targetId);
      if (decision?.action === 'allow')
        this.parts.openWindow(targetId, decision.overrideBrowserWindowOptions ?? {});
      else await closeDenied(targetId).catch(() => undefined);
    };
    const closeDenied = async (targetId: string) => {
      const { sessionId } = await chromium.root.send('Target.attachToTarget', { targetId, flatten: true });
      // A page that waits for a debugger blocks the process that it shares with its opener, even when closed.
      await chromium.session(sessionId).send('Runtime.runIfWaitingForDebugger');
      await chromium.root.send('Target.closeTarget', { targetId });
    };
    const destroyed = ({ targetId }: { targetId: string }) => {
      if (targetId !== this.targetId || this.isEnded) return;
      if (!this.closing) process.stderr.write('The stand-in: Chromium closed a page that nobody asked to close\n');
      this.end();
    };
    chromium.root.on('Target.targetCreated', created);
    chromium.root.on('Target.targetDestroyed', destroyed);
    this.once('destroyed', () => {
      chromium.root.off('Target.targetCreated', created);
      chromium.root.off('Target.targetDestroyed', destroyed);
    });
  }

  /** Answers requests of the page: the custom scheme by the application, all others by the network. */
  private async serve(page: DevtoolsSession, paused: PausedRequest): Promise<void> {
    const { requestId, request, resourceType, frameId } = paused;
    const { schemes } = this.parts;
    const url = schemes.fromChromium(request.url);
    const isDocument = resourceType === 'Document';
    const isMain = isDocument && frameId === this.targetId;
    const isAsked = isMain && this.expected.delete(url);
    const isRedirect = paused.redirectedRequestId !== undefined;
    const mayGo = !isDocument || (isAsked && !isRedirect) || !this.isStopped(url, isMain, isRedirect);
    if (!mayGo) {
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
      return;
    }
    if (isMain) {
      if (!isRedirect) this.emit('did-start-navigation', { url, isSameDocument: false, isMainFrame: true }, url);
      await this.showPermissions(url);
    }
    const handler = schemes.handlerOf(url);
    if (!handler) {
      await page.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
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
        responseHeaders: schemes.headersForChromium(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
      })
      // The page has cancelled the request.
      .catch(() => undefined);
  }

  /** Emits the navigation events, which can prevent a navigation of denials. */
  private isStopped(url: string, isMainFrame: boolean, isRedirect: boolean): boolean {
    const details = { url, isMainFrame, isSameDocument: false };
    if (isRedirect) return isPrevented(this, 'will-redirect', details, url, false, isMainFrame);
    if (isPrevented(this, 'will-frame-navigate', details)) return true;
    return isMainFrame && isPrevented(this, 'will-navigate', details, url, false, true);
  }

  private failed(code: number, description: string, url: string): void {
    this.emit('did-fail-load', {}, code, description, url, true, 1, 1);
  }

  private showPermissions(url: string): Promise<void> {
    const { chromium, schemes, session } = this.parts;
    const origin = /^[\w-]+:\/\/[^/]*/.exec(url)?.[0];
    if (!origin) return Promise.resolve();
    return session.permissions.show(chromium, this, origin, schemes.toChromium(origin));
  }

  private async answerPermission({ id, permission, details }: AskedPermission): Promise<void> {
    const { chromium, schemes, session } = this.parts;
    const requestingUrl = schemes.fromChromium(String(details.requestingUrl));
    const isGranted = await session.permissions.isGranted(this, permission, {
      ...details,
      requestingUrl,
      isMainFrame: true,
    });
    const origin = /^[\w-]+:\/\/[^/]*/.exec(requestingUrl)?.[0] ?? '';
    await session.permissions.set(chromium, permission, isGranted, schemes.toChromium(origin));
    const detail = JSON.stringify(JSON.stringify({ id, isGranted }));
    await this.page
      ?.send('Runtime.evaluate', {
        expression: `document.dispatchEvent(new CustomEvent('${ANSWER_EVENT}', { detail: ${detail} }))`,
      })
      .catch(() => undefined);
  }

  private async answerDialog(page: DevtoolsSession, type: string): Promise<void> {
    // Only beforeunload reaches the application; other dialogs are dismissed.
    const isLeaving = type === 'beforeunload' && isPrevented(this, 'will-prevent-unload');
    const answered = page.send('Page.handleJavaScriptDialog', { accept: isLeaving }).catch(() => undefined);
    // Before the event, as a listener may close the window again, which starts a new close.
    if (type === 'beforeunload' && !isLeaving) this.closing?.stay();
    await answered;
  }

  private crashed(): void {
    this.isDead = true;
    const details = { reason: 'crashed', exitCode: 11 };
    this.emit('render-process-gone', {}, details);
    this.parts.app.emit('render-process-gone', {}, this, details);
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

  /** @throws {Error} with Chromium's reason, as 'ERR_ABORTED (-3) loading …'; unhandled rejections are ignored. */
  loadURL(url: string): Promise<void> {
    const loading = this.load(url);
    loading.catch(() => undefined);
    return loading;
  }

  private async load(url: string): Promise<void> {
    await this.ready;
    const { page } = this;
    if (!page) return;
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve));
    this.expected.add(url);
    await this.countAsTouched(page);
    const { errorText } = await page.send('Page.navigate', { url: this.parts.schemes.toChromium(url) });
    this.isDead = false;
    if (errorText) {
      this.expected.delete(url);
      const code = netErrors[errorText] ?? -2;
      const description = errorText.replace('net::', '');
      this.failed(code, description, url);
      throw new Error(`${description} (${code}) loading '${url}'`);
    }
    await loaded;
  }

  reload(): void {
    void this.ready.then(async () => {
      if (!this.page) return;
      this.expected.add(this.address.replace(/#.*/, ''));
      await this.countAsTouched(this.page);
      await this.page?.send('Page.reload').catch(() => undefined);
      this.isDead = false;
    });
  }

  /** Electron counts a page that is being closed or replaced as touched; otherwise Chromium skips `beforeunload`. */
  private async countAsTouched(page: DevtoolsSession): Promise<void> {
    if (!this.isDead)
      await page.send('Runtime.evaluate', { expression: '0', userGesture: true }).catch(() => undefined);
  }

  /** Runs the page's beforeunload. @returns whether the page may close. */
  askToUnload(): Promise<boolean> {
    if (this.isDead || this.isDestroyed()) return Promise.resolve(true);
    if (this.closing) return this.closing.answer;
    let settle: (isLeaving: boolean) => void = () => undefined;
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const patience = setTimeout(() => this.emit('unresponsive'), CLOSE_PATIENCE_MS);
    this.closing = { answer, stay: () => settle(false) };
    this.once('destroyed', () => settle(true));
    this.once('render-process-gone', () => settle(true));
    void answer.then(() => {
      clearTimeout(patience);
      this.closing = null;
    });
    void this.ready.then(async () => {
      if (!this.page) return;
      await this.countAsTouched(this.page);
      await this.page.send('Page.close').catch(() => undefined);
    });
    return answer;
  }

  send(channel: string, ...args: unknown[]): void {
    this.outgoing = this.outgoing.then(() => this.ready).then(() => this.push({ channel, args }));
  }

  setWindowOpenHandler(handler: (details: OpenDetails) => OpenDecision): void {
    this.openHandler = handler;
  }

  getURL(): string {
    return this.address;
  }

  setZoomFactor(zoom: number): void {
    if (!(zoom > 0)) throw new Error('zoomFactor must be greater than 0');
    this.zoom = zoom;
  }

  getZoomFactor(): number {
    return this.zoom;
  }

  /** @returns the result of the code in the page's main world. */
  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    await this.ready;
    const answer = await this.page?.send('Runtime.evaluate', {
      expression: code,
      userGesture,
      awaitPromise: true,
      returnByValue: true,
    });
    if (answer?.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description);
    return answer?.result.value;
  }

  async printToPDF(): Promise<Buffer> {
    const printed = await this.page?.send('Page.printToPDF', { printBackground: true });
    return Buffer.from(printed?.data ?? '', 'base64');
  }

  findInPage(text: string, options: { forward?: boolean; findNext?: boolean; matchCase?: boolean } = {}) {
    this.lastFindId += 1;
    const requestId = this.lastFindId;
    if (this.finding.begin(text, options))
      void this.executeJavaScript(countScript(text, options.matchCase ?? false)).then((matches) => {
        const found = this.finding.step(Number(matches), options);
        this.emit('found-in-page', {}, { requestId, ...found, finalUpdate: true });
      });
    return requestId;
  }

  stopFindInPage(): void {
    this.finding.end();
  }

  replaceMisspelling(): void {
    // The stand-in has no spell checker.
  }

  async clearStorage(): Promise<void> {
    const { origin } = new URL(this.parts.schemes.toChromium(this.getURL()));
    await this.page?.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }

  openDevTools(): void {
    if (!this.preferences.devTools || this.isInspected) return;
    this.isInspected = true;
    this.emit('devtools-opened');
  }

  closeDevTools(): void {
    if (!this.isInspected) return;
    this.isInspected = false;
    this.emit('devtools-closed');
  }

  isDevToolsOpened(): boolean {
    return this.isInspected;
  }

  toggleDevTools(): void {
    if (this.isInspected) this.closeDevTools();
    else this.openDevTools();
  }

  /** Crashes denials. */
  forcefullyCrashRenderer(): void {
    // A crashed page does not answer.
    void this.ready.then(() => this.page?.send('Page.crash').catch(() => undefined));
  }

  isCrashed(): boolean {
    return this.isDead;
  }

  isDestroyed(): boolean {
    return this.isEnded;
  }

  focus(): void {
    void this.ready.then(() => this.page?.send('Page.bringToFront').catch(() => undefined));
  }

  /** Closes a view's page; windows have their own close. */
  close(): void {
    this.end();
  }

  /** After the window was closed. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    void this.ready
      .then(() => this.parts.chromium.root.send('Target.closeTarget', { targetId: this.targetId }))
      .catch(() => undefined);
    this.page = null;
    this.emit('destroyed');
  }
}
