/** Calls to a server in a process of its own, which knows nothing of the test. */

/** Registers an account. @returns its token. */
export async function register(url: string, name: string): Promise<string> {
  const body = JSON.stringify({ name, email: `${name}@example.com`, password: 'long-enough-1' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/register`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`registering ${name} answered ${answer.status}`);
  return (await answer.json()).data.token;
}

/** Sends a picture. */
export function upload(url: string, token: string, bytes: Buffer): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'photo.png');
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${url}/api/uploads`, { method: 'POST', headers, body: form });
}
