/** The state of one reader: a page has one scope, the server one per request, so that readers share no state. */
export type Scope = Map<object, unknown>;

let pageScope: Scope | undefined;
let findScope = (): Scope | undefined => {
  pageScope ??= new Map();
  return pageScope;
};

/** Called once by the server, whose scope belongs to the request (AsyncLocalStorage) and is missing outside of one. */
export function setScopeSource(find: () => Scope | undefined): void {
  findScope = find;
}

interface Scoped<Value> {
  (): Value;
  set(value: Value): void;
}

/** One value per scope, created on first use and never on import. @throws outside of a scope. */
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
