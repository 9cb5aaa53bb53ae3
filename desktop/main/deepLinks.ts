export const LINK_SCHEME = 'silong';

/** What may stand behind silong://, and the page's path that it leads to. */
const knownLinks: readonly [RegExp, (id: string) => string][] = [
  [/^properties\/(\d{1,10})$/, (id) => `/properties/${id}`],
  [/^conversations\/(\d{1,10})$/, (id) => `/conversations/${id}`],
  [/^agents\/(\d{1,10})$/, (id) => `/agents/${id}`],
  [/^desk\/(inbox|calendar|listings|clients|insights)$/, (section) => `/desk/${section}`],
  [/^(desk|agent-dashboard|admin-dashboard|properties|favorites|settings)$/, (name) => `/${name}`],
];

/** The path for a link as `silong://conversations/7`; null for anything else: a link comes from anywhere. */
export function routeOfLink(link: string): string | null {
  const signIn = /^silong:\/\/sign-in\/?\?([\w.~%=&+-]{1,8000})$/i.exec(link.trim());
  if (signIn) return `/sign-in/callback?${signIn[1]}`;
  const match = /^silong:\/\/([^?#]*)/i.exec(link.trim());
  const target = match?.[1]?.replace(/\/+$/, '');
  if (target === undefined) return null;
  for (const [pattern, build] of knownLinks) {
    const found = pattern.exec(target);
    if (found?.[1]) return build(found[1]);
  }
  return null;
}

/** The link among a process's arguments: that is how Windows and Linux hand it over. */
export function findLinkRoute(args: readonly string[]): string | null {
  return args.map(routeOfLink).find(Boolean) ?? null;
}
