/**
 * Everything that belongs to one reader: their session, answers, stores and connection. A browser's page has one scope; a
 * server makes one for each request, so that two readers never share any of it.
 */
export type Scope = Map<object, unknown>;

let pageScope: Scope | undefined;
let findScope = (): Scope | undefined => {
  pageScope ??= new Map();
  return pageScope;
};

/** For a server, where the scope hangs on the request (AsyncLocalStorage). Called once; outside a request nothing is read. */
export function setScopeSource(find: () => Scope | undefined): void {
  findScope = find;
}

interface Scoped<Value> {
  (): Value;
  set(value: Value): void;
}

/** One value for each scope, made when it is first asked for and never on import. */
export function scoped<Value>(create: () => Value): Scoped<Value> {
  const key = {};
  const scope = (): Scope => {
    const found = findScope();
    if (!found) throw new Error('A reader’s state was asked for outside a request');
    return found;
  };
  const get = (): Value => {
    const values = scope();
    if (!values.has(key)) values.set(key, create());
    return values.get(key) as Value;
  };
  return Object.assign(get, { set: (value: Value) => void scope().set(key, value) });
}
