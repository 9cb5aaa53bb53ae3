import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import type { Env } from '#server/env.ts';

/** A person at the provider; the key is the typed name. */
interface Person {
  email: string;
  email_verified: boolean;
  name: string;
  /** The provider's proofs of the person (`amr`). */
  amr?: string[];
}

export interface SignInProviderAtTests {
  settings: NonNullable<Env['signInProvider']>;
  people: Record<string, Person>;
  /** Replaces the provider's published keys. */
  keysAnswer: { status: number; keys: unknown[] } | null;
  /** The browser's part: opens the page, types the name, and follows to the last address, which it does not open. */
  signIn(url: string, name: string): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** The id of the signing key. */
export const KEY_ID = 'tests';

/** A new key each time. */
export function makeKey(kid: string, modulusLength = 2048) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength });
  const facts = { kid, use: 'sig', alg: 'RS256' };
  return {
    secret: { ...privateKey.export({ format: 'jwk' }), ...facts },
    published: { ...publicKey.export({ format: 'jwk' }), ...facts },
  };
}

/** A real OpenID Connect provider on a free port, whose login page asks for a name alone. */
export async function startSignInProvider(redirectUri: string): Promise<SignInProviderAtTests> {
  const people: Record<string, Person> = {};
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: 'silong', clientSecret: 'a-secret-of-the-tests' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['tests'] },
    jwks: { keys: [makeKey(KEY_ID).secret] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    async loadExistingGrant(context) {
      const { Grant } = context.oidc.provider;
      const grant = new Grant({
        accountId: context.oidc.session?.accountId ?? '',
        clientId: context.oidc.client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    // Its own warnings about development keys.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  });
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    // Browsers ask for it by themselves.
    if (request.url === '/favicon.ico') return response.writeHead(204).end();
    if (request.url === '/jwks' && provided.keysAnswer) {
      const { status, keys } = provided.keysAnswer;
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
    }
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html');
      return response.end(
        '<form method="post"><label>Name <input name="name"></label><button>Sign in</button></form>',
      );
    }
    const name = new URLSearchParams(await text(request)).get('name') ?? '';
    const { amr = ['pwd'] } = people[name] ?? {};
    const result = people[name] ? { login: { accountId: name, amr } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  });

  const provided: SignInProviderAtTests = {
    settings: { issuer, ...client, name: 'the office' },
    people,
    keysAnswer: null,
    async signIn(url, name) {
      const cookies = new Map<string, string>();
      let next = url;
      let form: URLSearchParams | undefined;
      for (;;) {
        if (next.startsWith(redirectUri)) return Object.fromEntries(new URL(next).searchParams);
        const reply = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
          ...(form ? { method: 'POST', body: form } : {}),
        });
        for (const cookie of reply.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(key, value);
        }
        const location = reply.headers.get('location');
        await reply.arrayBuffer();
        if (!location && (form || reply.status !== 200)) throw new Error(`the provider answered ${reply.status}`);
        form = location ? undefined : new URLSearchParams({ name });
        next = location ? new URL(location, next).href : next;
      }
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provided;
}
