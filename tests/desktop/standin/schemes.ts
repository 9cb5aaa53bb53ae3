const STANDIN_SUFFIX = '.app.standin';

type Handler = (request: Request) => Response | Promise<Response>;

interface Privileges {
  standard?: boolean;
  secure?: boolean;
  bypassCSP?: boolean;
  allowServiceWorkers?: boolean;
  supportFetchAPI?: boolean;
}

/** The only custom scheme that the stand-in supports. */
const OWN_SCHEME = 'app';

/** Sandbox of a document whose scheme is not `standard`: everything is allowed except an origin. */
const NO_ORIGIN = 'sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads';

/**
 * Custom schemes. Chromium does not know app://, so app://console/x is loaded as
 * https://console.app.standin/x without the privileges that were not registered before readiness.
 */
export class Schemes {
  private readonly handlers = new Map<string, Handler>();
  private registered: Record<string, Privileges> = {};

  constructor(private readonly isReady: () => boolean) {}

  readonly protocol = {
    registerSchemesAsPrivileged: (schemes: { scheme: string; privileges?: Privileges }[]) => {
      if (this.isReady())
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
      // The last call wins.
      this.registered = Object.fromEntries(schemes.map(({ scheme, privileges = {} }) => [scheme, privileges]));
    },
    handle: (scheme: string, handler: Handler) => {
      if (!this.isReady()) throw new Error('protocol.handle can only be called when app is ready');
      if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme} is handled already`);
      this.handlers.set(scheme, handler);
    },
    unhandle: (scheme: string) => {
      this.handlers.delete(scheme);
    },
    isProtocolHandled: (scheme: string) => this.handlers.has(scheme),
  };

  handlerOf(address: string): Handler | undefined {
    return this.handlers.get(new URL(address).protocol.slice(0, -1));
  }

  /** A scheme that is not secure is loaded as http, without a secure context. */
  private get shownScheme(): string {
    return this.registered[OWN_SCHEME]?.secure ? 'https' : 'http';
  }

  toChromium(address: string): string {
    return address.replace(
      /^app:\/\/([\w.-]+)/,
      (_whole, host: string) => `${this.shownScheme}://${host}${STANDIN_SUFFIX}`,
    );
  }

  fromChromium(address: string): string {
    return address.replace(/^https?:\/\/([\w.-]+)\.app\.standin/, (_whole, host: string) => `app://${host}`);
  }

  /** The answer's headers, with 'self' and own addresses in policies mapped to the loaded origin. */
  headersForChromium(headers: Headers): { name: string; value: string }[] {
    const { standard, bypassCSP } = this.registered[OWN_SCHEME] ?? {};
    const given = [...headers]
      .filter(([name]) => !(bypassCSP && name === 'content-security-policy'))
      .map(([name, value]) => ({
        name,
        value: ['content-security-policy', 'location'].includes(name)
          ? value.replace(/app:\/\/[\w.-]+/g, (address) => this.toChromium(address))
          : value,
      }));
    return standard ? given : [...given, { name: 'content-security-policy', value: NO_ORIGIN }];
  }

  /** Privileges of the custom scheme's pages. */
  rights() {
    const { supportFetchAPI, allowServiceWorkers } = this.registered[OWN_SCHEME] ?? {};
    return { mayFetch: Boolean(supportFetchAPI), mayHaveServiceWorkers: Boolean(allowServiceWorkers) };
  }
}
