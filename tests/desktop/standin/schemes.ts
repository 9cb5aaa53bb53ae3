const STANDIN_SUFFIX = '.app.standin';

type Handler = (request: Request) => Response | Promise<Response>;

/** Schemes of the application's own, by name without the colon. */
export class Schemes {
  private readonly handlers = new Map<string, Handler>();

  readonly protocol = {
    registerSchemesAsPrivileged: () => undefined,
    handle: (scheme: string, handler: Handler) => this.handlers.set(scheme, handler),
    isProtocolHandled: (scheme: string) => this.handlers.has(scheme),
  };

  handlerOf(address: string): Handler | undefined {
    return this.handlers.get(new URL(address).protocol.slice(0, -1));
  }
}

/** Chromium knows no app://: app://console/x is shown to it as https://console.app.standin/x. */
export function toChromium(address: string): string {
  return address.replace(/^app:\/\/([\w.-]+)/, (_whole, host: string) => `https://${host}${STANDIN_SUFFIX}`);
}

export function fromChromium(address: string): string {
  return address.replace(/^https:\/\/([\w-]+)\.app\.standin/, (_whole, host: string) => `app://${host}`);
}

/** 'self' and own addresses in a policy have to mean what Chromium was shown. */
export function policyForChromium(policy: string): string {
  return policy.replace(/app:\/\/[\w.-]+/g, toChromium);
}
