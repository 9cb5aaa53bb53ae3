import type { UserModel } from '#server/db/models.ts';
import { addSession, addUser, type UserDraft } from './factories/users.ts';
import type { TestAnswer, TestServer } from './testServer.ts';

/** A signed-in account that makes calls. */
export interface Person {
  id: number;
  user: UserModel;
  token: string;
  get(path: string): Promise<TestAnswer>;
  post(path: string, body?: unknown): Promise<TestAnswer>;
  put(path: string, body?: unknown): Promise<TestAnswer>;
}

/** Makes an account and signs it in. An agent is an approved one unless the draft says otherwise. */
export async function enter(server: TestServer, draft: UserDraft = {}): Promise<Person> {
  return (await enterAll(server, { somebody: draft })).somebody;
}

/** The same for several, in one transaction. */
export function enterAll<Name extends string>(
  server: TestServer,
  drafts: Record<Name, UserDraft>,
): Promise<Record<Name, Person>> {
  const { context } = server;
  return context.db.transaction(async () => {
    const people: Partial<Record<Name, Person>> = {};
    for (const name of Object.keys(drafts) as Name[]) {
      const user = await addUser(context, drafts[name]);
      people[name] = personOf(server, user, await addSession(context, user));
    }
    return people as Record<Name, Person>;
  });
}

export function personOf(server: TestServer, user: UserModel, token: string): Person {
  const call = (method: string) => (path: string, body?: unknown) =>
    server.request(method, path, { token, ...(body === undefined ? {} : { body }) });
  return { id: user.id, user, token, get: call('GET'), post: call('POST'), put: call('PUT') };
}
